/** Text tables as kubectl prints them. Pure functions. */

/** Text of other systems on one line, without sequences that control a terminal. */
export const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, control => (control === '\n' ? '\\n' : '?'));

/** One row, with columns of at least these widths. */
export const rowText = (
  row: readonly string[],
  widths: readonly number[],
): string =>
  row
    .map((cell, column) => printable(cell).padEnd((widths[column] ?? 0) + 3))
    .join('')
    .trimEnd();

/** The width of each column. */
export const columnWidths = (rows: readonly (readonly string[])[]): number[] =>
  (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(row => printable(row[column] ?? '').length)),
  );

/** Rows with aligned columns, three spaces apart; the last column is not padded. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const widths = columnWidths(rows);
  return rows.map(row => `${rowText(row, widths)}\n`).join('');
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const;

/** Time since a timestamp: `45s`, `12m`, `5h`, `3d`. */
export function ageText(timestamp: string | undefined, now: Date): string {
  if (!timestamp) return '<unknown>';
  const seconds = Math.max(
    0,
    Math.floor((now.getTime() - Date.parse(timestamp)) / 1000),
  );
  const unit = units.find(([, size]) => seconds >= 2 * size);
  return unit ? `${Math.floor(seconds / unit[1])}${unit[0]}` : `${seconds}s`;
}
