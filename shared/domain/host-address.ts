// The address of a host that models are asked at: what may be one, and what of it a person is shown.

export interface HostAddress {
  /** Without a slash at its end. */
  readonly url: string;
  /** Name and port. */
  readonly host: string;
  /** It is this computer: nothing leaves it, and no key is needed. */
  readonly isLocal: boolean;
}

const pattern = /^(https?):\/\/(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?(\/[\w.~/-]*)?$/iu;
const localNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/iu;

/** Null for what is no address, carries a name or a password, or would be sent in the open to another computer. */
export function hostAddress(text: string): HostAddress | null {
  const [, scheme = '', name = '', port = '', path = ''] = pattern.exec(text.trim()) ?? [];
  if (name === '' || Number(port.slice(1)) > 65_535) return null;
  const isLocal = localNames.test(name);
  if (scheme.toLowerCase() === 'http' && !isLocal) return null;
  const host = `${name.toLowerCase()}${port}`;
  return { url: `${scheme.toLowerCase()}://${host}${path.replace(/\/+$/u, '')}`, host, isLocal };
}
