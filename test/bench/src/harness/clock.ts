// One clock for all processes of this machine.

/** Milliseconds of the system's monotonic clock: processes may compare theirs. */
export const monotonicMs = (): number =>
  Number(process.hrtime.bigint()) / 1_000_000;
