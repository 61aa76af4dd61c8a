/** What replicas need to agree who of them runs the controllers. */
import type { Role, RoleBinding, Subject } from '@klutch/kube';
import { backendNames } from '../backendNames';

const apiGroup = 'rbac.authorization.k8s.io';
const apiVersion = `${apiGroup}/v1`;

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
  const leases = {
    apiGroups: ['coordination.k8s.io'],
    resources: ['leases'],
  };
  return [
    {
      apiVersion,
      kind: 'Role',
      metadata,
      rules: [
        {
          ...leases,
          resourceNames: [leaseName, `${leaseName}-led`],
          verbs: ['get', 'watch', 'patch'],
        },
        { ...leases, verbs: ['create'] },
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
