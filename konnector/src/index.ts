/**
 * The konnector: agent on each app cluster.
 *
 * @packageDocumentation
 */
export {
  startKonnector,
  type Konnector,
  type KonnectorHealth,
  type KonnectorOptions,
} from './konnector';
export type { KubeConfig } from './bindings/kubeconfigSecret';
export { startHealthServer, type HealthServer } from './health/healthServer';
export { runCli } from './cli';
export { konnectorIdentity, konnectorRoles } from './roles';
export {
  annotations as konnectorAnnotations,
  labels as konnectorLabels,
  unbindFinalizer,
} from './markers';
export { konnectorVersion } from './version';
