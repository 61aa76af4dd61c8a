/** How long the konnectors' tokens may live by configuration. */

/** In seconds: ten minutes, the least that an API server takes, to a week. */
export const tokenLifetimeBounds = { min: 600, max: 604_800 } as const;

/** Whether tokens may live for so many seconds. */
export const isTokenLifetime = (seconds: number): boolean =>
  seconds >= tokenLifetimeBounds.min && seconds <= tokenLifetimeBounds.max;
