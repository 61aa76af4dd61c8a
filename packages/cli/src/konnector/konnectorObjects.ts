/** The manifests of the konnector on an app cluster, of the same functions as konnector/deploy. */
import {
  appClusterKonnector,
  crds,
  deletionProtectionPolicy,
  konnectorRoles,
  restorePolicy,
} from '@klutch/bind-api';
import type { Manifest } from './applyObjects';

const manifests = (objects: readonly object[]): Manifest[] =>
  objects as readonly Manifest[] as Manifest[];

/** Namespace, service account and roles, with no right on an API that is not bound. */
export const konnectorRoleObjects = (): Manifest[] =>
  manifests(konnectorRoles());

/** Everything that runs the konnector: the CRD of bindings, roles, policies and the Deployment. */
export const konnectorObjects = (image: string): Manifest[] => [
  ...manifests([crds.apiServiceBindings]),
  ...konnectorRoleObjects(),
  ...manifests([...restorePolicy(), ...deletionProtectionPolicy()]),
  ...manifests([appClusterKonnector(image)]),
];
