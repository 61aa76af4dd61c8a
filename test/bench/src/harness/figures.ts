// Figures: a measured value, the baseline of the same run, and the target.

/** One line of a result file, with exactly these fields. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The baseline of the same run; null where there is none. */
  baseline: number | null;
  /** `value / baseline`. */
  ratio: number | null;
  /** For example `ratio >= 0.9`; null: for information only. */
  target: string | null;
  /** Whether the target is met; true without a target. */
  pass: boolean;
}

/** Target of a figure. */
export interface Target {
  /** Whether the value or the ratio is compared; a ratio hardly depends on the machine. */
  on: 'value' | 'ratio';
  at: 'least' | 'most';
  limit: number;
  /**
   * Factor for time limits that were set on a reference machine: how much slower the baseline is on this machine, at
   * least 1. The limit is multiplied by the factor.
   */
  slowness?: number;
}

/** A measurement with its baseline and target. */
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

/** Compares the exact values and rounds to four digits. */
export function figureOf(measured: Measured): Figure {
  const { name, unit, value, baseline, target } = measured;
  const ratio = baseline === undefined ? undefined : value / baseline;
  const limit = target ? target.limit * (target.slowness ?? 1) : NaN;
  const compared = target?.on === 'ratio' ? ratio : value;
  // NaN marks a value that could not be measured, which does not pass.
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

/** A table of the figures for people. */
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
