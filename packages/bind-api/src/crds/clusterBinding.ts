/** CRD of ClusterBinding. */
import { bindResources } from '../resources';
import {
  anyObject,
  columns,
  conditionsSchema,
  crd,
  immutable,
  object,
  string,
} from './schema';

/** CRD of ClusterBinding. */
export const clusterBindingCrd = crd({
  resource: bindResources.clusterBindings,
  description:
    'One app cluster: the kubeconfig of its konnector and the konnector’s heartbeat.',
  columns: [
    {
      name: 'Konnector Version',
      type: 'string',
      jsonPath: '.status.konnectorVersion',
    },
    {
      name: 'Last Heartbeat',
      type: 'date',
      jsonPath: '.status.lastHeartbeatTime',
    },
    columns.ready,
    columns.age,
  ],
  specRequired: true,
  rules: [
    {
      rule: 'self.metadata.name == "cluster"',
      message: 'the name of a ClusterBinding must be "cluster"',
    },
  ],
  spec: object(
    {
      kubeconfigSecretRef: object(
        {
          name: string({ minLength: 1 }),
          key: string({ enum: ['kubeconfig'] }),
        },
        ['name', 'key'],
        immutable('kubeconfigSecretRef'),
      ),
      providerPrettyName: string({ minLength: 1 }),
      serviceProviderSpec: anyObject(),
    },
    ['kubeconfigSecretRef', 'providerPrettyName'],
  ),
  status: object({
    lastHeartbeatTime: string({ format: 'date-time' }),
    heartbeatInterval: string({ description: 'Go duration, such as 5m0s.' }),
    konnectorVersion: string(),
    conditions: conditionsSchema,
  }),
});
