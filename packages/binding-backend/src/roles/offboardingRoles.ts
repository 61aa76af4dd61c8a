/** The rights that offboarding costs, beside the backend's own. */
import { labels, names, policyRule } from '@klutch/bind-api';
import type { ClusterRole } from '@klutch/kube';
import { backendNames } from '../backendNames';

/** ClusterRole that lets the backend's identity offboard app clusters; apply it where that is wanted. */
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
