/** The Kubernetes APIs of data services as entities. */
import type { Entity } from '@backstage/catalog-model';
import {
  serviceEntityName,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { stringify } from 'yaml';
import { platformMembership, type EntityContext } from './entityContext';
import { serviceMetadata } from './serviceMetadata';

type ServiceDetail = Schemas['ServiceDetail'];

/** Entity ref of a service's API. */
export const serviceApiRef = (resource: string): string =>
  `api:default/${serviceEntityName(resource)}`;

/** Keywords that the portal adds for forms; no CRD has them. */
const isFormKeyword = (key: unknown) =>
  typeof key === 'string' && key.startsWith('x-klutch-');

/** The service's CRD as YAML, with the served version only; without a schema, just the names of the API. */
function apiDefinition(service: ServiceDetail): string {
  const { apiVersion, group, kind, plural, resource, schema } = service;
  const version = apiVersion.slice(apiVersion.indexOf('/') + 1);
  const manifest = schema.properties
    ? {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: resource },
        spec: {
          group,
          names: { kind, plural },
          scope: 'Namespaced',
          versions: [
            {
              name: version,
              served: true,
              storage: true,
              schema: { openAPIV3Schema: schema },
            },
          ],
        },
      }
    : { group, kind, plural, versions: [version] };
  return stringify(
    manifest,
    (key, value: unknown) => (isFormKeyword(key) ? undefined : value),
    // As kubectl reads it, where `on` and `no` without quotes are booleans.
    { version: '1.1' },
  );
}

/** The API of a service, with its CRD as the definition. */
export function serviceApi(
  service: ServiceDetail,
  context: EntityContext,
): Entity {
  const { kind, offered, title } = service;
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'API',
    metadata: {
      ...serviceMetadata(service, context),
      title: `${title} (${kind})`,
    },
    spec: {
      type: 'crd',
      lifecycle: offered ? 'production' : 'deprecated',
      ...platformMembership(context),
      definition: apiDefinition(service),
    },
  };
}
