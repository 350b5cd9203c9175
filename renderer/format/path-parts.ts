// Paths as a person reads them. The page never uses a path for anything but showing it.

/** The parts of a path, with `/` or `\` between them, and of a part inside a container (`mail.eml!/report.pdf`). */
function pathParts(path: string): readonly string[] {
  return path.split(/!?[/\\]/).filter((part) => part !== '');
}

/** The last part: a file's or folder's name. */
export function fileName(path: string): string {
  return pathParts(path).at(-1) ?? path;
}

/** Between a file and what lies inside it. */
const insideMark = '!/';

/** A document as it is named: `plans.zip › site/plan.pdf` inside a file. */
export function shownName(path: string): string {
  const at = path.lastIndexOf(insideMark);
  return at === -1 ? fileName(path) : `${fileName(path.slice(0, at))} › ${nameInside(path)}`;
}

/** A shown name in two: what leads to a document inside a file, and its own name. */
export function splitName(name: string): { readonly lead: string; readonly end: string } {
  const inside = name.lastIndexOf(' › ');
  const at = inside === -1 ? 0 : Math.max(inside, name.lastIndexOf('/'));
  return { lead: name.slice(0, at), end: name.slice(at) };
}

/** The name of a document in the file that it lies in, with the folders there. */
export function nameInside(path: string): string {
  const at = path.lastIndexOf(insideMark);
  return at === -1 ? fileName(path) : path.slice(at + insideMark.length);
}

/** The path of the file that a document lies in; its own where it lies in none. */
export function holderOf(path: string): string {
  const at = path.lastIndexOf(insideMark);
  return at === -1 ? path : path.slice(0, at);
}

/** How many files a document lies in, one inside the other. `file` is the one on disk. */
export function depthInside(file: string, path: string): number {
  return path.slice(file.length).split(insideMark).length - 1;
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
