// What of a folder is left out: patterns as in `.gitignore`, what systems and tools leave about, files that are too large.

/** What is left out of every folder unless the person lets it in, as patterns to be shown. */
export const usualIgnores = {
  hidden: ['.*'],
  tools: ['.git', '.hg', '.svn', 'node_modules', '__pycache__'],
  system: ['$RECYCLE.BIN', 'System Volume Information', 'lost+found', 'Thumbs.db', 'desktop.ini', '.DS_Store'],
  temporary: ['~$*', '.~lock.*', '*~', '*.tmp', '*.temp', '*.part', '*.partial', '*.crdownload', '*.download'],
} as const satisfies Record<string, readonly string[]>;

export type UsualIgnore = keyof typeof usualIgnores;
export const usualIgnoreNames = Object.keys(usualIgnores) as readonly UsualIgnore[];

/** What a folder leaves out. */
export interface FolderRules {
  /** One each, as in `.gitignore`, relative to the folder; a later one wins, `!` lets in again. */
  readonly patterns: readonly string[];
  /** Of the usual ignores, those that are let in. */
  readonly letIn: readonly UsualIgnore[];
  /** Larger files are left out; null: no limit of the folder's own. */
  readonly maxFileBytes: number | null;
}

export const noRules: FolderRules = { patterns: [], letIn: [], maxFileBytes: null };

/** Whether the folder leaves out more or less than every folder does. */
export function hasRules({ patterns, letIn, maxFileBytes }: FolderRules): boolean {
  return patterns.length > 0 || letIn.length > 0 || maxFileBytes !== null;
}

/** The patterns of a text with one a line. Blank lines are none; what stands behind the last word of a line is no part of it. */
export function patternsOfLines(text: string): readonly string[] {
  return text
    .split(/\r?\n/u)
    .map((line) => (line.endsWith('\\ ') ? line : line.trimEnd()))
    .filter((line) => line.trim() !== '');
}

/**
 * The patterns of a folder, as they say the same in a folder around it.
 * @param way from the outer folder to the inner one, with `/`
 */
export function patternsAround(way: string, patterns: readonly string[]): readonly string[] {
  const start = `/${way.replaceAll(/[\\[\]*?]/gu, (sign) => `\\${sign}`)}`;
  return patterns.map((pattern) => {
    if (pattern.startsWith('#')) return pattern;
    const isBack = pattern.startsWith('!');
    const own = isBack ? pattern.slice(1) : pattern;
    // Without a slash before its end a pattern holds at any depth.
    const isAnywhere = !own.slice(0, -1).includes('/');
    return `${isBack ? '!' : ''}${start}/${isAnywhere ? '**/' : ''}${own.replace(/^\/|^\\(?=[!#])/u, '')}`;
  });
}

/** What a folder's rules leave out now, counted on disk. What lies in a folder that is left out is not looked at. */
export interface RulesPreview {
  /** Files that stay in, and their size. */
  readonly files: number;
  readonly bytes: number;
  /** Left out by patterns and usual ignores: files, and folders with all that is in them. */
  readonly leftOutFiles: number;
  readonly leftOutFolders: number;
  /** Left out because they are too large. */
  readonly tooLarge: number;
  /** False where the folder is so large that the count was ended before its end. */
  readonly isWhole: boolean;
}
