/** Rights for leader election. */
import { policyRule } from '@klutch/bind-api';
import type { Role, RoleBinding, Subject } from '@klutch/kube';
import { backendNames } from '../backendNames';

const apiGroup = 'rbac.authorization.k8s.io';
const apiVersion = `${apiGroup}/v1`;
const leaseGroup = 'coordination.k8s.io';
const leases = ['leases'];

/** The Lease, and one that replicas of earlier versions create when they start. */
export const leaseNames = (leaseName: string): string[] => [
  leaseName,
  `${leaseName}-led`,
];

/**
 * Role and RoleBinding for the Lease, in the namespace of the Lease.
 * @param subject - user or service account of the Lease's client
 * @param leaseName - as in the options of the backend
 */
export const backendLeaseRole = (
  subject: Subject,
  namespace: string,
  leaseName: string = backendNames.lease,
): [Role, RoleBinding] => {
  const metadata = { name: backendNames.lease, namespace };
  return [
    {
      apiVersion,
      kind: 'Role',
      metadata,
      rules: [
        policyRule(leaseGroup, leases, ['get', 'watch', 'patch'], [leaseName]),
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
