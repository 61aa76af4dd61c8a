/** Times of flags, in the format of kubectl. */

const units: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };

/**
 * `90s`, `10m`, `1h30m` in milliseconds.
 *
 * @throws Error for anything else
 */
export function parseDuration(text: string): number {
  if (!/^(\d+[smh])+$/.test(text)) {
    throw new Error(`"${text}" is not a duration. Write it as 90s, 10m or 1h.`);
  }
  return [...text.matchAll(/(\d+)([smh])/g)].reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (units[unit] ?? 0),
    0,
  );
}
