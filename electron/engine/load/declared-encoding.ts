// What a text says about its own encoding: an XML declaration, a coding line for Python, Emacs or Vim, LaTeX's package.

const headBytes = 2_048;

/** The name as it stands there; null where the text says nothing. */
export function declaredInText(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytes)).toString('latin1');
  const inXml = /^\W{0,8}<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w:.-]+)/.exec(head)?.[1];
  const inLine = /^(?:[^\n]*\n)?[^\n]*\b(?:file)?(?:en)?coding\s*[:=]\s*([\w.-]+)/.exec(head)?.[1];
  const inTex = /\\usepackage\s*\[(\w+)\]\s*\{inputenc\}/.exec(head)?.[1];
  return (
    inXml ?? (inTex === undefined ? undefined : texName(inTex)) ?? inLine?.replace(/-(?:unix|dos|mac)$/, '') ?? null
  );
}

function texName(name: string): string {
  const names: Readonly<Record<string, string>> = {
    ansinew: 'windows-1252',
    applemac: 'macintosh',
    latin9: 'iso-8859-15',
  };
  return names[name] ?? name;
}
