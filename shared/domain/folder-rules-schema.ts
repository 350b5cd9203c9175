// Rules of folders as they come from outside: from the window, and from the store's own JSON. Apart from their type, since the
// page's policy allows no schemas in it.
import { z } from 'zod';
import { type FolderRules, usualIgnoreNames } from './folder-rules.js';

const maxPatterns = 500;
const maxPatternCharacters = 1_000;

export const folderRulesSchema = z.object({
  patterns: z.array(z.string().min(1).max(maxPatternCharacters)).max(maxPatterns).readonly().default([]),
  letIn: z.array(z.enum(usualIgnoreNames)).max(usualIgnoreNames.length).readonly().default([]),
  maxFileBytes: z.number().int().positive().nullable().default(null),
}) satisfies z.ZodType<FolderRules>;
