/** What replicas need to agree who of them runs the controllers. */
import { policyRule } from '@klutch/bind-api';
import type { Role, RoleBinding, Subject } from '@klutch/kube';
import { backendNames } from '../backendNames';

const apiGroup = 'rbac.authorization.k8s.io';
const apiVersion = `${apiGroup}/v1`;
const leaseGroup = 'coordination.k8s.io';
const leases = ['leases'];

/**
 * Role and RoleBinding for the Lease, in the namespace where it is.
 * @param subject - user or service account of the Lease's client
 * @param leaseName - as in the options of the backend
 */
export const backendLeaseRole = (
  subject: Subject,
  namespace: string,
  leaseName: string = backendNames.lease,
): [Role, RoleBinding] => {
  const metadata = { name: backendNames.lease, namespace };
  const leaseNames = [leaseName, `${leaseName}-led`];
  return [
    {
      apiVersion,
      kind: 'Role',
      metadata,
      rules: [
        policyRule(leaseGroup, leases, ['get', 'watch', 'patch'], leaseNames),
        policyRule(leaseGroup, leases, ['create']),
      ],
    },
    {
      apiVersion,
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup, kind: 'Role', name: backendNames.lease },
      subjects: [subject],
    },
  ];
};
