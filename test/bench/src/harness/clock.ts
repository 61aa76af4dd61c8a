// A clock that all processes of this machine share.

/** Milliseconds of the system's monotonic clock, comparable between processes. */
export const monotonicMs = (): number =>
  Number(process.hrtime.bigint()) / 1_000_000;
