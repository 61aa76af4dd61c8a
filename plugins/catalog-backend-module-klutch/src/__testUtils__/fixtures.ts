/** Answers of the portal's REST API. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { EntityContext } from '../entities/entityContext';

export const postgresql = 'postgresqlinstances.anynines.com';

export const context: EntityContext = {
  defaultOwner: 'group:default/operators',
  portalUrl: 'http://portal.test/klutch',
  isPublic: () => false,
};

export const claim = (
  changes: Partial<Schemas['Claim']> = {},
): Schemas['Claim'] => ({
  cluster: 'apps-dev',
  clusterTitle: 'Development apps',
  namespace: 'team-a',
  resource: postgresql,
  kind: 'PostgresqlInstance',
  type: 'instance',
  name: 'orders-db',
  uid: '0f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11',
  state: 'Ready',
  stateText: 'Ready',
  createdAt: '2026-11-21T03:46:00Z',
  deleting: false,
  protected: false,
  ...changes,
});

export const service = (
  changes: Partial<Schemas['ServiceDetail']> = {},
): Schemas['ServiceDetail'] => ({
  resource: postgresql,
  kind: 'PostgresqlInstance',
  type: 'instance',
  title: 'PostgreSQL',
  description: 'Relational database',
  icon: '',
  offered: true,
  versions: [
    { value: 'a9s-postgresql15', title: 'PostgreSQL 15', available: true },
  ],
  clusters: [],
  apiVersion: 'anynines.com/v1',
  group: 'anynines.com',
  plural: 'postgresqlinstances',
  plans: [
    { value: 'postgresql-single-nano', title: 'Single nano', available: true },
  ],
  schema: {},
  ...changes,
});

export const appCluster = (
  id: string,
  changes: Partial<Schemas['AppCluster']> = {},
): Schemas['AppCluster'] => ({
  id,
  title: `Cluster ${id}`,
  connection: 'kubeconfig',
  reachability: { reachable: true },
  ...changes,
});
