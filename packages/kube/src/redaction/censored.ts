/** The placeholder for redacted values. */
export const censored = '[redacted]';
