/** What the konnector knows about a change to the reference's konnector, and from it. */
import { names } from '@klutch/bind-api';

export {
  bindingRoles,
  boundAppCluster,
  formatRemoval,
  formatReport,
  readMigrationReport,
  removeLeftovers,
  type BoundCluster,
} from '@klutch/konnector';

/** The Lease that all konnectors of an app cluster compete for. */
export const konnectorLease = {
  namespace: names.appClusterNamespace,
  name: names.konnectorLease,
};
