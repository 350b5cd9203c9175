// A root's rules as the store keeps them.
import { type FolderRules, noRules } from '../../../shared/domain/folder-rules.js';
import { folderRulesSchema } from '../../../shared/domain/folder-rules-schema.js';

/** Rules that can't be understood (a damaged file, a newer version) are none: nothing is left out by mistake. */
export function rulesOf(value: unknown): FolderRules {
  const parsed = folderRulesSchema.safeParse(value);
  return parsed.success ? parsed.data : noRules;
}

/** As {@link rulesOf}, of JSON. */
export function readRules(json: string): FolderRules {
  return rulesOf(parsedJson(json));
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
