// Paths as a person reads them. The page never uses a path for anything but showing it.

/** The parts of a path, with `/` or `\` between them, and of a part inside a container (`mail.eml!/report.pdf`). */
function pathParts(path: string): readonly string[] {
  return path.split(/!?[/\\]/).filter((part) => part !== '');
}

/** The last part: a file's or folder's name. */
export function fileName(path: string): string {
  return pathParts(path).at(-1) ?? path;
}

/** The folders below `root` that lead to the file, without the file itself. Empty for a file at the root. */
export function trailBelow(root: string, path: string): readonly string[] {
  const rootParts = pathParts(root);
  const parts = pathParts(path);
  const isBelow = rootParts.every((part, index) => parts[index] === part);
  return parts.slice(isBelow ? rootParts.length : 0, -1);
}

/** The root that holds `path`, the deepest where several do. */
export function rootOf(roots: readonly string[], path: string): string | null {
  let best: string | null = null;
  for (const root of roots) {
    const isInside = path.startsWith(root) && (/[/\\]$/.test(root) || /^(?:$|[/\\])/.test(path.slice(root.length)));
    if (isInside && root.length > (best?.length ?? -1)) best = root;
  }
  return best;
}
