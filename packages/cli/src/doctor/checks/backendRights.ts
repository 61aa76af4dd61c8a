/** Rights of the binding backend, or of the portal that contains it. Pure. */
import type { BackendIdentity } from '@klutch/binding-backend';
import type { ActionReview } from '@klutch/kube';
import { warning, type Finding } from '../Finding';
import { rights } from './rights';

/** What is known of an identity's rights. */
export interface BackendRights {
  identity: BackendIdentity;
  /** Each right that the program uses. */
  reviews: readonly ActionReview[];
  /** Whether every action is allowed, as with cluster-admin. */
  mayDoEverything: boolean;
}

/** Whether all rights that are used are granted, and not far more. */
export function backendRights({
  identity: { isPortal, subject },
  mayDoEverything,
  reviews,
}: BackendRights): Finding {
  const name = `rights of the ${isPortal ? 'portal' : 'binding backend'} (${subject.kind} ${subject.name}) on the control plane`;
  const apply = `Apply what "kubectl klutch backend roles${isPortal ? ' --portal' : ''}" prints, with the flags of the installation, as an administrator.`;
  return mayDoEverything
    ? warning(
        'Rights',
        `${name}: everything is granted, as with cluster-admin`,
        `${apply} Then remove the other role.`,
      )
    : rights(name, reviews, apply);
}
