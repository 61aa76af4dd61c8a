/** Reads what the programs print. Pure functions. */

/** Warnings that every start prints. */
const usual =
  /oO0OoO0OoO0Oo|(Redis|Valkey) version=|Configuration loaded|^WARNING|User requested shutdown|bye bye/;

/** The errors in the log of a server that did not start, without the values of settings. */
export function startupErrors(log: string): string {
  const lines = log.split('\n');
  const fatal = lines.findIndex(line => line.startsWith('*** FATAL CONFIG'));
  if (fatal >= 0) {
    const [, position, setting = '', reason] = lines.slice(fatal);
    const name = /^>>> '(\S+)/.exec(setting)?.[1];
    return `${position?.trim()}${name ? ` (${name})` : ''}: ${reason?.trim()}`;
  }
  const warnings = lines
    .map(line => /^\d+:\w \d.* # (.+)$/.exec(line)?.[1] ?? '')
    .filter(text => text !== '' && !usual.test(text));
  return [...new Set(warnings)].join('; ').slice(0, 500);
}

/** The reason in the output of the check of a backup's file, without the names of keys. */
export function fileErrors(output: string): string {
  const found =
    /RDB ERROR DETECTED ---\s*\n\[offset \d+\] ([^\n]+)/.exec(output)?.[1] ??
    /(Wrong signature|Can't handle RDB format version)[^\n]*/.exec(output)?.[0];
  return found ?? 'it is not a complete snapshot';
}

/** The name of the setting, and the reason, of a refused `CONFIG SET`. */
export function refusedSetting(message: string): string {
  const parts =
    /possibly related to argument '(?<name>[^']+)'\) - (?<reason>.+)/.exec(
      message,
    )?.groups;
  return parts
    ? `The parameter ${parts.name} is refused by the server: ${parts.reason}.`
    : `The server refuses these parameters: ${message}.`;
}
