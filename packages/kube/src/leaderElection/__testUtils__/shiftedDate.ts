// Wrong dates.

/** Shifts the date of this process; SIGUSR2 inverts the shift. */
export function shiftDate(ms: number): void {
  const RealDate = Date;
  let shiftMs = ms;
  const now = () => RealDate.now() + shiftMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) =>
      Reflect.construct(target, args.length > 0 ? args : [now()]),
    get: (target, property) =>
      property === 'now' ? now : Reflect.get(target, property),
  });
  process.on('SIGUSR2', () => {
    shiftMs = -shiftMs;
  });
}
