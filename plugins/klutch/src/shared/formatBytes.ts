/** Formats sizes with units. */
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A size in bytes as localized text, for example `24.1 kB`. */
export function formatBytes(bytes: number, locale: string): string {
  const step = Math.min(
    units.length - 1,
    bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0,
  );
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }).format(bytes / 1000 ** step);
}
