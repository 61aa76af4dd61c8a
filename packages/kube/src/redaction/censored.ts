/** What stands for what was taken out. */
export const censored = '[redacted]';
