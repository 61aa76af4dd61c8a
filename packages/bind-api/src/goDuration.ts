/** Go's duration strings, which `ClusterBinding.status.heartbeatInterval` is written in. */

const unitMilliseconds: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

const parts = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;
const whole = /^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;

/** Milliseconds of a Go duration such as `5m0s`, `1.5h` or `0`; undefined when it is not one or is negative. */
export const parseGoDuration = (text: string): number | undefined => {
  if (text === '0') return 0;
  if (!whole.test(text)) return undefined;
  return [...text.matchAll(parts)].reduce(
    (sum, [, amount, unit]) =>
      sum + Number(amount) * (unitMilliseconds[unit ?? ''] ?? 0),
    0,
  );
};

/** A duration in milliseconds as Go prints it, in whole seconds: `5m0s`, `1h0m0s`, `30s`. */
export const formatGoDuration = (milliseconds: number): string => {
  const total = Math.max(0, Math.round(milliseconds / 1_000));
  const hours = Math.floor(total / 3_600);
  const minutes = Math.floor((total % 3_600) / 60);
  const seconds = total % 60;
  if (hours > 0) return `${hours}h${minutes}m${seconds}s`;
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
};
