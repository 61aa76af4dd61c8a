/** Loads what the commands for data services do when one runs, so that help starts fast. */

/** What the commands do. */
export type ClaimWork = typeof import('./claimWork');

/** Loads the module on first use. */
export const loadClaimWork = (): Promise<ClaimWork> => import('./claimWork');
