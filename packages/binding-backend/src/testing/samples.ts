/** Objects shared by several tests: a CRD, its template with claims, and a cluster namespace's export. */
import type {
  APIServiceExport,
  APIServiceExportTemplate,
  CustomResourceDefinition,
  PermissionClaim,
} from '@klutch/bind-api';
import { crdToExportSpec } from '@klutch/bind-api';
import { newExport } from '../controllers/planExportRequest';
import { planTemplate } from '../roles/templateRole';

/** The API that tests offer. */
export const databases = {
  group: 'example.test',
  resource: 'databases',
} as const;

/** `databases` as an API resource for the client. */
export const databasesResource = {
  group: databases.group,
  version: 'v1',
  plural: databases.resource,
  kind: 'Database',
  namespaced: true,
} as const;

/** CRD of `databases.example.test`; `size` is its only spec field. */
export const databasesCrd = (
  properties: Record<string, { type: string }> = { size: { type: 'string' } },
): CustomResourceDefinition => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'databases.example.test' },
  spec: {
    group: 'example.test',
    names: {
      plural: 'databases',
      singular: 'database',
      kind: 'Database',
      listKind: 'DatabaseList',
      shortNames: ['db'],
    },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties } },
          },
        },
        subresources: { status: {} },
      },
    ],
  },
});

/** Claim on Secrets that the provider creates. */
export const secretsClaim: PermissionClaim = {
  group: '',
  resource: 'secrets',
  version: 'v1',
  selector: { names: ['*'], namespaces: ['*'], owner: 'Provider' },
};

/** Claim on ConfigMaps that the app cluster creates. */
export const configMapsClaim: PermissionClaim = {
  group: '',
  resource: 'configmaps',
  version: 'v1',
  selector: { names: ['*'], namespaces: ['*'], owner: 'Consumer' },
};

/** The template that offers databases. */
export const databasesTemplate = (
  claims: PermissionClaim[] = [secretsClaim],
): APIServiceExportTemplate =>
  planTemplate({ ...databases, claims, namespace: 'default' })[0];

/** The export of databases in a cluster namespace. */
export const databasesExport = (
  namespace: string,
  claims?: PermissionClaim[],
): APIServiceExport => {
  const converted = crdToExportSpec(databasesCrd());
  if (!converted.ok) throw new Error(converted.error);
  return newExport(namespace, converted.value, databasesTemplate(claims));
};
