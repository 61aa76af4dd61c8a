/** The rights for offboarding, in addition to the backend's own. */
import { labels, names, policyRule } from '@klutch/bind-api';
import type { ClusterRole } from '@klutch/kube';
import { backendNames } from '../backendNames';

/** ClusterRole that lets the backend's identity offboard app clusters; optional. */
export const offboardingRoles = (): ClusterRole[] => [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: {
      name: `${backendNames.role}-offboarding`,
      labels: { [labels.aggregateToBackend]: 'true' },
    },
    rules: [
      policyRule(
        names.group,
        ['apiserviceexports', 'apiservicenamespaces'],
        ['delete'],
      ),
      policyRule(names.group, ['appclusterbindings'], ['get']),
    ],
  },
];
