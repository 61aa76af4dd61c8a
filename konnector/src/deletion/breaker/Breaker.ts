/** Keeps a mistake on the app cluster from becoming a mass deletion on the control plane. */

/** One a binding. */
export interface Breaker {
  /** Asked right before each DELETE of a copy. False: not now, the object waits. */
  admit(): Promise<boolean>;
}

/** Lets every deletion through. */
export const alwaysAdmits: Breaker = { admit: async () => true };
