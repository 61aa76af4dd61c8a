/** What users of service bindings may do. Pure functions. */
import { JsonObject } from './settings';

export const bindingRole = 'binding';

/**
 * Everything with data and what belongs to data: templates, pipelines, stored scripts. Not: settings of the cluster,
 * snapshots, users.
 */
const clusterPermissions = [
  'cluster_composite_ops',
  'cluster_monitor',
  'cluster:admin/component_template/*',
  'cluster:admin/ingest/*',
  'cluster:admin/script/*',
  'cluster:admin/script_language/*',
  'cluster:admin/search/*',
  'cluster:admin/tasks/*',
  'indices:admin/index_template/*',
  'indices:admin/template/*',
  'indices:admin/data_stream/*',
  'indices:data/read/*',
  'indices:data/write/reindex',
];

/** Reading, and what frees storage: deleting documents and indices. */
const readOnlyActions = [
  'indices:data/read/*',
  'indices:data/write/delete*',
  // Each item of a bulk request needs its own permission.
  'indices:data/write/bulk*',
  'indices:monitor/*',
  ...['aliases/get', 'data_stream/delete', 'data_stream/get', 'delete'],
  ...['flush*', 'forcemerge*', 'get', 'mappings/*', 'refresh*'],
  ...['resolve/index', 'settings/get', 'shards/search_shards'],
  ...['validate/query', 'analyze'],
].map(action =>
  action.startsWith('indices:') ? action : `indices:admin/${action}`,
);

/** The role of all bindings. Indices of the security plugin are protected by the plugin itself. */
export const roleOf = ({ readOnly }: { readOnly: boolean }): JsonObject => ({
  cluster_permissions: clusterPermissions,
  index_permissions: [
    {
      index_patterns: ['*'],
      allowed_actions: readOnly ? readOnlyActions : ['*'],
    },
  ],
});

/** A program of the instance that writes to some indices, and shows a certificate with that name. */
export interface WritingClient {
  name: string;
  indices: readonly string[];
}

/** Name of the role and of the certificate are the same. */
export const clientRoleOf = (
  { indices }: WritingClient,
  { readOnly }: { readOnly: boolean },
): JsonObject => ({
  cluster_permissions: ['cluster_monitor', 'indices:data/write/bulk'],
  index_permissions: readOnly
    ? []
    : [
        {
          index_patterns: indices,
          allowed_actions: [
            'indices:data/write/*',
            'indices:admin/create',
            'indices:admin/mapping/*put',
          ],
        },
      ],
});

const file = (type: string, content: JsonObject = {}) => ({
  _meta: { type, config_version: 2 },
  ...content,
});

const authenticator = (type: string, more: JsonObject = {}) => ({
  http_enabled: true,
  http_authenticator: { type, ...more },
});

/** The first configuration of the security plugin, by the names of its files. YAML includes JSON. */
export const firstSecurityFiles = (
  client: WritingClient | undefined,
): Record<string, JsonObject> => ({
  'config.yml': file('config', {
    config: {
      dynamic: {
        http: { anonymous_auth_enabled: false },
        authc: {
          basic: {
            ...authenticator('basic', { challenge: true }),
            order: 1,
            authentication_backend: { type: 'intern' },
          },
          ...(client && {
            certificate: {
              ...authenticator('clientcert', {
                challenge: false,
                config: { username_attribute: 'cn' },
              }),
              order: 0,
              authentication_backend: { type: 'noop' },
            },
          }),
        },
      },
    },
  }),
  'roles.yml': file('roles', {
    [bindingRole]: roleOf({ readOnly: false }),
    ...(client && { [client.name]: clientRoleOf(client, { readOnly: false }) }),
  }),
  'roles_mapping.yml': file(
    'rolesmapping',
    client && { [client.name]: { users: [client.name] } },
  ),
  'internal_users.yml': file('internalusers'),
  'action_groups.yml': file('actiongroups'),
  'tenants.yml': file('tenants'),
  'nodes_dn.yml': file('nodesdn'),
});
