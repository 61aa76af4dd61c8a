import {
  matchClaims,
  matchOwners,
  matchPrefix,
  type KnownClaim,
} from './matchClaims';
import { parseTraceText } from './parseTraceText';

const api = {
  group: 'anynines.com',
  version: 'v1',
  plural: 'postgresqlinstances',
  kind: 'PostgresqlInstance',
};
const group = 'anynines.com/v1';

const claim = (
  cluster: string,
  namespace: string,
  composite?: string,
): KnownClaim => ({
  api,
  cluster,
  clusterNamespace: `cluster-${cluster}`,
  namespace,
  name: 'orders-db',
  copy: {
    apiVersion: group,
    kind: api.kind,
    metadata: {
      name: 'orders-db',
      namespace: `service-${cluster}-${namespace}`,
    },
    spec: composite
      ? {
          resourceRef: {
            apiVersion: group,
            kind: 'XPostgresqlInstance',
            name: composite,
          },
        }
      : {},
  },
});

const inDev = claim('apps-dev', 'team-a', 'orders-db-x7k2p');
const inProd = claim('apps-prod', 'team-a', 'orders-db-b3c4d');
const namespaced = claim('apps-prod', 'team-b');
const claims = [inDev, inProd, namespaced];
const pluralOf = (_: string, kind: string) =>
  kind === 'XPostgresqlInstance' ? 'xpostgresqlinstances' : undefined;

const found = (text: string) => {
  const query = parseTraceText(text);
  return query && matchClaims(claims, query, pluralOf);
};

it.each<[text: string, matches: KnownClaim[]]>([
  ['apps-dev/team-a/postgresqlinstance/orders-db', [inDev]],
  ['cluster-apps-dev/team-a/postgresqlinstance/orders-db', [inDev]],
  ['team-a/postgresqlinstances.anynines.com/orders-db', [inDev, inProd]],
  ['orders-db', claims],
  ['service-apps-prod-team-b/PostgresqlInstance/orders-db', [namespaced]],
  ['orders-db-x7k2p', [inDev]],
  ['xpostgresqlinstances.anynines.com/orders-db-x7k2p', [inDev]],
  ['XPostgresqlInstance/orders-db-b3c4d', [inProd]],
  ['backup/orders-db', []],
  ['backup/orders-db-x7k2p', []],
  ['apps-dev/team-b/postgresqlinstance/orders-db', []],
  ['apps-prod/team-a/postgresqlinstance/orders-db', [inProd]],
])('finds by %j', (text, matches) => {
  expect(found(text)).toEqual(matches);
});

const composed = (labels: Record<string, string>, namespace?: string) => ({
  metadata: { name: 'server-1', labels, ...(namespace && { namespace }) },
});

it('finds the claim that an object was composed for', () => {
  expect(
    matchOwners(
      claims,
      composed({
        'crossplane.io/composite': 'another',
        'crossplane.io/claim-name': 'orders-db',
        'crossplane.io/claim-namespace': 'service-apps-prod-team-a',
      }),
    ),
  ).toEqual([inProd]);
  const ofComposite = (composite: string, namespace?: string) =>
    matchOwners(
      claims,
      composed({ 'crossplane.io/composite': composite }, namespace),
    );
  expect(ofComposite('orders-db-x7k2p')).toEqual([inDev]);
  expect(ofComposite('orders-db', 'service-apps-prod-team-b')).toEqual([
    namespaced,
  ]);
  expect(ofComposite('orders-db')).toEqual([]);
  expect(matchOwners(claims, composed({}))).toEqual([]);
});

it('finds the composite that a name begins with, and prefers the longest', () => {
  expect(matchPrefix(claims, 'orders-db-x7k2p-9f8e7')).toEqual([inDev]);
  expect(matchPrefix(claims, 'orders-db-9f8e7')).toEqual([namespaced]);
  expect(matchPrefix(claims, 'orders-dbx')).toEqual([]);
});
