/** Titles of fields whose schema has none. */

const acronyms = new Set([
  'cpu',
  'id',
  'io',
  'ssl',
  'tls',
  'ttl',
  'url',
  'wal',
]);

/** `statementTimeout` → "Statement timeout", `trackIoTiming` → "Track IO timing". @public */
export function fieldTitle(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase()
    .split(' ')
    .map(word => (acronyms.has(word) ? word.toUpperCase() : word))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
