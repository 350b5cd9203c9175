// What of the environment a process of ours needs: where home, temporary files and the language are, and no switches.

const kept = ['HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'LC_ALL', 'TZ'];
const neededToStart = ['PATH', 'SystemRoot', 'windir', 'LD_LIBRARY_PATH', 'DISPLAY', 'XDG_RUNTIME_DIR'];

/** Leaves out what could change how Node runs in it (`NODE_OPTIONS` and its like) and every secret of the shell. */
export function childEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  // Nothing leaves the machine, from the first moment on: the model's runtime asks its environment when it is loaded.
  const child: Record<string, string> = { ORT_DISABLE_TELEMETRY: '1' };
  for (const name of [...kept, ...neededToStart]) {
    const value = environment[name];
    if (value !== undefined) child[name] = value;
  }
  return child;
}
