// Statistics of the benches.

/** The value below which the fraction lies (nearest rank). NaN without values. */
export function percentile(
  values: readonly number[],
  fraction: number,
): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(0, Math.ceil(fraction * sorted.length) - 1);
  return sorted[rank] ?? NaN;
}

/** The middle value, or the mean of the middle two. NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? NaN;
  const high = sorted[Math.floor(middle)] ?? NaN;
  return (low + high) / 2;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Slope of the least-squares line through the points. NaN for fewer than two points. */
export function slope(points: readonly { x: number; y: number }[]): number {
  const mean = (pick: (point: { x: number; y: number }) => number) =>
    sum(points.map(pick)) / points.length;
  const meanX = mean(point => point.x);
  const meanY = mean(point => point.y);
  return (
    mean(({ x, y }) => (x - meanX) * (y - meanY)) /
    mean(({ x }) => (x - meanX) ** 2)
  );
}
