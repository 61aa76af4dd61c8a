/**
 * The konnector: agent on each app cluster.
 *
 * @packageDocumentation
 */
export { startKonnector } from './konnector';
export type {
  Konnector,
  KonnectorHealth,
  KonnectorOptions,
} from './KonnectorOptions';
export type { Connect, KubeConfig } from './access/connect';
export type { KonnectorLease } from './leaderElection/ReplicaLeadership';
export { createKonnectorMetrics } from './metrics/createKonnectorMetrics';
export type { KonnectorMetrics } from './metrics/KonnectorMetrics';
export { runCli } from './cli/cli';
export {
  admissionPolicy,
  admissionPolicyLabel,
} from './admission/admissionPolicy';
export type { AdmissionObject } from '@klutch/bind-api';
export { konnectorIdentity, konnectorRoles } from '@klutch/bind-api';
export { remoteBindingRoles } from '@klutch/bind-api';
export { remoteKonnectorRoles } from './roles/remote';
export type { RemoteAppCluster } from './topology/Topology';
export {
  annotations as konnectorAnnotations,
  conditions as konnectorConditions,
  labels as konnectorLabels,
  unbindFinalizer,
} from './markers';
export { renewalOverdueAt, tokenExpiryOf } from './access/tokenExpiry';
export type { TokenExpiry } from './access/tokenExpiry';
export { boundAppCluster } from './bindings/readBindings';
export type {
  BindingList,
  BoundCluster,
  ControlPlaneConnection,
} from './bindings/readBindings';
export type { AtRisk } from './migrationCheck/atRisk';
export { formatRemoval, formatReport } from './migrationCheck/formatReport';
export type { Leftovers } from './migrationCheck/leftovers';
export {
  readMigrationReport,
  removeLeftovers,
} from './migrationCheck/migrationReport';
export type { MigrationReport } from './migrationCheck/migrationReport';
export type { Outcome } from './migrationCheck/outcomes';
export { bindingRoles } from './roles/bindingRoles';
export type { BindingRoles } from './roles/bindingRoles';
export { konnectorVersion } from './version';
