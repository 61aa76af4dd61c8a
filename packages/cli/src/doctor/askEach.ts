import type { ResourceAttributes } from '@klutch/kube';

/** Whether one action is allowed. */
export interface Answer {
  action: ResourceAttributes;
  allowed: boolean;
}

/** Asks about all actions at once. */
export const askEach = (
  actions: readonly ResourceAttributes[],
  may: (action: ResourceAttributes) => Promise<boolean>,
): Promise<Answer[]> =>
  Promise.all(
    actions.map(async action => ({ action, allowed: await may(action) })),
  );
