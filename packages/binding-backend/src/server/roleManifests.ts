/** What an administrator applies before the server runs, whoever it runs as. Pure. */
import { controlPlaneCrds, controlPlaneModeCrds } from '@klutch/bind-api';
import type { Subject } from '@klutch/kube';
import { appClusterBindingRoles } from '../roles/appClusterBindingRoles';
import { backendAdmissionPolicy } from '../roles/backendAdmissionPolicy';
import { backendRoleBinding, backendRoles } from '../roles/backendRoles';
import { backendLeaseRole } from '../roles/leaseRole';
import { offboardingRoles } from '../roles/offboardingRoles';
import { tenantAdmissionPolicy } from '../roles/tenantAdmissionPolicy';

/** Whom the server runs as, and what it may do beside the binding itself. */
export interface ServerIdentity {
  /** Of its service account, and of its Lease. */
  namespace: string;
  serviceAccount: string;
  /** Of its Lease, where it is not the default. */
  leaseName?: string;
  /** The user of its kubeconfig, in place of the service account. */
  user?: string;
  /** With the types and rights for AppClusterBindings. */
  appClusterBindings?: boolean;
  /** With the rights to offboard app clusters. */
  offboarding?: boolean;
  /** With the policies that bound its user and those of app clusters. Default: true; Kubernetes before 1.30 does not know the type. */
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
 * The binding protocol's types, namespace, service account unless it is a user, roles with their bindings, and, unless
 * it is left out, the policy that bounds them.
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
        ]
      : []),
  ];
};
