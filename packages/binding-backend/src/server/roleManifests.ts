/** Manifests that an administrator applies before the server starts. Pure. */
import {
  controlPlaneCrds,
  controlPlaneModeCrds,
  restorePolicy,
} from '@klutch/bind-api';
import type { Subject } from '@klutch/kube';
import { appClusterBindingRoles } from '../roles/appClusterBindingRoles';
import { backendAdmissionPolicy } from '../roles/backendAdmissionPolicy';
import { backendRoleBinding, backendRoles } from '../roles/backendRoles';
import { backendLeaseRole } from '../roles/leaseRole';
import { offboardingRoles } from '../roles/offboardingRoles';
import {
  portalAppClusterRoles,
  portalControlPlaneRoles,
  type ImpersonatedSubjects,
} from '../roles/portalRoles';
import { tenantAdmissionPolicy } from '../roles/tenantAdmissionPolicy';

/** The identity of the server, and its optional rights. */
export interface ServerIdentity {
  /** Namespace of the service account and the Lease. */
  namespace: string;
  /** Name of the service account. */
  serviceAccount: string;
  /** Name of the Lease, if not the default. */
  leaseName?: string;
  /** User of the server's kubeconfig, instead of the service account. */
  user?: string;
  /** Includes the CRDs and rights for AppClusterBindings. Default false. */
  appClusterBindings?: boolean;
  /** Includes the rights to offboard app clusters. Default false. */
  offboarding?: boolean;
  /** Includes the rights of a portal that contains the backend: whom it may impersonate. Default: no portal. */
  portal?: ImpersonatedSubjects;
  /**
   * Includes the admission policies for the server's user, those of app clusters, and restores, a type of Kubernetes
   * 1.30. Default true.
   */
  admissionPolicy?: boolean;
}

const subjectOf = ({
  namespace,
  serviceAccount,
  user,
}: ServerIdentity): Subject =>
  user === undefined
    ? { kind: 'ServiceAccount', name: serviceAccount, namespace }
    : { kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io' };

const namespaceManifest = ({ namespace }: ServerIdentity) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: namespace },
});

/** None for a server that runs as a user. */
const serviceAccountManifests = ({
  namespace,
  serviceAccount,
  user,
}: ServerIdentity): object[] =>
  user === undefined
    ? [
        {
          apiVersion: 'v1',
          kind: 'ServiceAccount',
          metadata: { name: serviceAccount, namespace },
        },
      ]
    : [];

/**
 * The CRDs of the binding protocol, namespace, service account (unless the server runs as a user), roles with their
 * bindings, and the admission policies unless omitted.
 */
export const roleManifests = (identity: ServerIdentity): object[] => {
  const { admissionPolicy = true, leaseName, namespace, portal } = identity;
  const subject = subjectOf(identity);
  return [
    ...controlPlaneCrds,
    ...(identity.appClusterBindings ? controlPlaneModeCrds : []),
    namespaceManifest(identity),
    ...serviceAccountManifests(identity),
    ...backendRoles(),
    ...(identity.appClusterBindings ? appClusterBindingRoles() : []),
    ...(identity.offboarding ? offboardingRoles() : []),
    backendRoleBinding(subject),
    // The portal's roles include the one for the Lease.
    ...(portal
      ? portalControlPlaneRoles(subject, portal, namespace)
      : backendLeaseRole(subject, namespace, leaseName)),
    ...(admissionPolicy
      ? [
          ...backendAdmissionPolicy(subject, leaseName),
          ...tenantAdmissionPolicy(),
          ...restorePolicy(),
        ]
      : []),
  ];
};

/**
 * What a portal needs on an app cluster. A portal that signs in there as a service account also gets the service
 * account with its namespace.
 */
export const portalAppClusterManifests = (
  identity: ServerIdentity & { portal: ImpersonatedSubjects },
): object[] => [
  ...(identity.user === undefined ? [namespaceManifest(identity)] : []),
  ...serviceAccountManifests(identity),
  ...portalAppClusterRoles(subjectOf(identity), identity.portal),
];
