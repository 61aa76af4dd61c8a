/** CRD of AppClusterBinding. */
import { bindResources } from '../resources';
import { containerOverrideProperties } from './generated/containerOverrides';
import {
  array,
  boolean,
  clusterSecretKeyRefSchema,
  columns,
  conditionsSchema,
  crd,
  groupPattern,
  object,
  resourcePattern,
  string,
} from './schema';

/** CRD of AppClusterBinding. */
export const appClusterBindingCrd = crd({
  resource: bindResources.appClusterBindings,
  description: 'Binds an app cluster from the control plane.',
  columns: [columns.ready, columns.age],
  specRequired: true,
  rules: [
    {
      rule: 'self.metadata.name == oldSelf.metadata.name',
      message: 'name is immutable',
    },
  ],
  spec: object(
    {
      kubeconfigSecretRef: clusterSecretKeyRefSchema(
        'The kubeconfig to the app cluster.',
      ),
      apiExports: array(
        object(
          {
            group: string({
              default: '',
              pattern: groupPattern,
              description: 'API group, empty for the core group.',
            }),
            resource: string({
              pattern: resourcePattern,
              description: 'Lower-case plural resource name.',
            }),
          },
          ['resource'],
        ),
        { description: 'The APIs to bind.' },
      ),
      konnector: object(
        {
          deploy: boolean({
            description: 'Run the konnector as a Deployment here.',
          }),
          overrides: object(containerOverrideProperties, [], {
            description: 'Merged onto the container of the konnector.',
          }),
        },
        [],
        { description: 'How the konnector of the app cluster runs.' },
      ),
    },
    ['kubeconfigSecretRef'],
  ),
  status: object({ conditions: conditionsSchema }),
});
