/** The configurable lifetime of konnector tokens. */

/** In seconds: ten minutes, the minimum that an API server accepts, to a week. */
export const tokenLifetimeBounds = { min: 600, max: 604_800 } as const;

/** Whether a number of seconds is a valid token lifetime. */
export const isTokenLifetime = (seconds: number): boolean =>
  seconds >= tokenLifetimeBounds.min && seconds <= tokenLifetimeBounds.max;
