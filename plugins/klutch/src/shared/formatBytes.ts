/** Sizes as text, with the units of IEC: MiB and GiB, as in the plans of services. */
const units = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** A size in bytes as localized text, for example `24.1 MiB`. */
export function formatBytes(bytes: number, locale: string): string {
  const step = Math.min(
    units.length,
    bytes > 0 ? Math.floor(Math.log2(bytes) / 10) : 0,
  );
  const value = bytes / 1024 ** step;
  const unit = units[step - 1];
  if (!unit) {
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'byte',
      unitDisplay: 'long',
    }).format(value);
  }
  const maximumFractionDigits = value < 10 ? 2 : Number(value < 100);
  const text = new Intl.NumberFormat(locale, { maximumFractionDigits });
  return `${text.format(value)} ${unit}`;
}

/** Powers of 1,024 and of 1,000, as Kubernetes' quantities have them. */
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'];
const decimalSuffixes = ['', 'k', 'M', 'G', 'T', 'P'];

/** A quantity of Kubernetes such as `500Mi` as localized text; other texts as they are. */
export function formatQuantity(quantity: string, locale: string): string {
  const [, digits, suffix = ''] =
    /^(\d+(?:\.\d+)?)([KMGTP]i|[kMGTP])?$/.exec(quantity) ?? [];
  if (!digits) return quantity;
  const bytes = suffix.endsWith('i')
    ? 1024 ** binarySuffixes.indexOf(suffix)
    : 1000 ** decimalSuffixes.indexOf(suffix);
  return formatBytes(Number(digits) * bytes, locale);
}
