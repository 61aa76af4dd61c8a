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
import { tenantAdmissionPolicy } from '../roles/tenantAdmissionPolicy';

/** The identity of the server, and its optional rights. */
export interface ServerIdentity {
  /** Namespace of the service account and the Lease. */
  namespace: string;
  serviceAccount: string;
  /** Name of the Lease, if not the default. */
  leaseName?: string;
  /** User of the server's kubeconfig, instead of the service account. */
  user?: string;
  /** Includes the CRDs and rights for AppClusterBindings. Default false. */
  appClusterBindings?: boolean;
  /** Includes the rights to offboard app clusters. Default false. */
  offboarding?: boolean;
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

/**
 * The CRDs of the binding protocol, namespace, service account (unless the server runs as a user), roles with their
 * bindings, and the admission policies unless omitted.
 */
export const roleManifests = (identity: ServerIdentity): object[] => {
  const { admissionPolicy = true, leaseName, namespace } = identity;
  const { serviceAccount, user } = identity;
  const subject = subjectOf(identity);
  return [
    ...controlPlaneCrds,
    ...(identity.appClusterBindings ? controlPlaneModeCrds : []),
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    ...(user === undefined
      ? [
          {
            apiVersion: 'v1',
            kind: 'ServiceAccount',
            metadata: { name: serviceAccount, namespace },
          },
        ]
      : []),
    ...backendRoles(),
    ...(identity.appClusterBindings ? appClusterBindingRoles() : []),
    ...(identity.offboarding ? offboardingRoles() : []),
    backendRoleBinding(subject),
    ...backendLeaseRole(subject, namespace, leaseName),
    ...(admissionPolicy
      ? [
          ...backendAdmissionPolicy(subject, leaseName),
          ...tenantAdmissionPolicy(),
          ...restorePolicy(),
        ]
      : []),
  ];
};
