// Links that leave the app: https only, shown in full, opened by the system's browser after a yes.

/**
 * The address if it may be offered at all: parsed, `https:`, with a host and without a name or password in it (these
 * serve look-alikes: `https://bank.example@evil.example`). Null otherwise.
 */
export function externalUrl(text: string): URL | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  const isPlain = url.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === '';
  return isPlain ? url : null;
}

export interface ExternalLinkDoors {
  /** Shows the whole address and resolves to true when the person agrees. */
  readonly confirm: (address: string) => Promise<boolean>;
  readonly open: (address: string) => Promise<void>;
}

/** Resolves to true when the link was opened. Hosts are shown in their ASCII form, so that look-alike letters show. */
export async function openExternalLink(text: string, { confirm, open }: ExternalLinkDoors): Promise<boolean> {
  const url = externalUrl(text);
  if (url === null || !(await confirm(url.href))) return false;
  await open(url.href);
  return true;
}
