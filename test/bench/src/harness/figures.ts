// A figure: what was measured, beside the bare way to do the same, and whether that is good enough.

/** One line of a result. Exactly these fields are written. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The same by the bare way, in the same run; null where there is none. */
  baseline: number | null;
  /** `value / baseline`. */
  ratio: number | null;
  /** In words, for example `ratio >= 0.9`; null: for information only. */
  target: string | null;
  /** True also for what has no target. */
  pass: boolean;
}

/** What a figure must reach. */
export interface Target {
  /** What is compared; a ratio is the safer one, as it hardly depends on the machine. */
  on: 'value' | 'ratio';
  at: 'least' | 'most';
  limit: number;
  /**
   * For limits of time that were given for a certain machine: how many times slower this one is by the bare way, 1 or
   * more. The limit is taken so many times.
   */
  slowness?: number;
}

/** What was measured. */
export interface Measured {
  name: string;
  value: number;
  unit: string;
  baseline?: number;
  target?: Target;
}

const round = (value: number): number => Number(value.toPrecision(4));

const formatTarget = ({ on, at, limit, slowness = 1 }: Target): string => {
  const sign = at === 'least' ? '>=' : '<=';
  const here = round(limit * slowness);
  return slowness === 1
    ? `${on} ${sign} ${limit}`
    : `${on} ${sign} ${here} (${limit} x ${slowness.toFixed(2)})`;
};

/** Judges by the exact values and keeps four digits. */
export function figureOf(measured: Measured): Figure {
  const { name, unit, value, baseline, target } = measured;
  const ratio = baseline === undefined ? undefined : value / baseline;
  const limit = target ? target.limit * (target.slowness ?? 1) : NaN;
  const compared = target?.on === 'ratio' ? ratio : value;
  // What could not be measured is NaN, which is no pass.
  const pass =
    target === undefined ||
    (compared !== undefined &&
      (target.at === 'least' ? compared >= limit : compared <= limit));
  return {
    name,
    value: round(value),
    unit,
    baseline: baseline === undefined ? null : round(baseline),
    ratio: ratio === undefined ? null : round(ratio),
    target: target ? formatTarget(target) : null,
    pass,
  };
}

const columns = [
  'figure',
  'value',
  'unit',
  'baseline',
  'ratio',
  'target',
  '',
] as const;

function outcomeOf({ target, pass }: Figure): string {
  if (target === null) return '';
  return pass ? 'ok' : 'MISSED';
}

/** The figures for people. */
export function tableOf(figures: Figure[]): string {
  const rows = figures.map(figure => [
    figure.name,
    String(figure.value),
    figure.unit,
    figure.baseline === null ? '' : String(figure.baseline),
    figure.ratio === null ? '' : figure.ratio.toFixed(2),
    figure.target ?? '',
    outcomeOf(figure),
  ]);
  const widths = columns.map((title, column) =>
    Math.max(title.length, ...rows.map(row => row[column]?.length ?? 0)),
  );
  const numbers = new Set([1, 3, 4]);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return numbers.has(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [line(columns), ...rows.map(line)].join('\n');
}
