/** CRD of APIServiceNamespace. */
import { bindResources } from '../resources';
import { columns, crd, object, string } from './schema';

/** CRD of APIServiceNamespace. */
export const apiServiceNamespaceCrd = crd({
  resource: bindResources.serviceNamespaces,
  description:
    'Pairs the app cluster namespace of the same name with its service namespace.',
  columns: [
    { name: 'Namespace', type: 'string', jsonPath: '.status.namespace' },
    columns.age,
  ],
  specRequired: false,
  spec: object({}),
  status: object({
    namespace: string({
      description: 'Service namespace; set once it is ready for use.',
    }),
  }),
});
