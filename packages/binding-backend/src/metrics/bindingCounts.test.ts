import {
  annotations,
  names,
  type APIServiceExport,
  type ClusterBinding,
} from '@klutch/bind-api';
import { databasesExport } from '../testing/samples';
import { bindingCounts } from './bindingCounts';

const lastTransitionTime = '2026-01-01T00:00:00Z';
const condition = (
  type: string,
  status: 'True' | 'False',
  reason?: string,
) => ({
  type,
  status,
  lastTransitionTime,
  ...(reason && { reason }),
});
const bindingIn = (
  namespace: string,
  conditions: NonNullable<ClusterBinding['status']>['conditions'],
): ClusterBinding => ({
  apiVersion: names.apiVersion,
  kind: 'ClusterBinding',
  metadata: { namespace, name: names.clusterBinding },
  spec: {
    kubeconfigSecretRef: { name: 'kubeconfig', key: 'kubeconfig' },
    providerPrettyName: 'Test provider',
  },
  status: { conditions },
});
const ready = [condition('Healthy', 'True'), condition('Ready', 'True')];
const lost = [
  condition('Healthy', 'False', 'HeartbeatTimeout'),
  condition('Ready', 'False'),
];

const exported = (namespace: string, status?: 'True' | 'False') => ({
  ...databasesExport(namespace, []),
  status: { conditions: status ? [condition('Ready', status)] : [] },
});

it('count objects in cluster namespaces, and none in other namespaces', () => {
  const foreign = 'foreign';
  const mallorys = 'mallorys'; // The namespace has a copied identity under another name.
  const identityIn = (name: string) =>
    name === mallorys ? 'https://id.example#alice#apps' : `x#${name}`;
  const counts = bindingCounts({
    clusterBindings: {
      list: () => [
        bindingIn('a', ready),
        bindingIn('b', lost),
        bindingIn('c', []),
        bindingIn(foreign, ready),
        bindingIn(mallorys, ready),
      ],
    },
    exports: {
      list: () => [
        exported('a', 'True'),
        exported('b', 'False'),
        exported('c'),
        exported(foreign, 'True'),
        exported(mallorys, 'True'),
      ],
    },
    namespaces: {
      get: name => ({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: {
          name,
          ...(name !== foreign && {
            annotations: { [annotations.identity]: identityIn(name) },
          }),
        },
      }),
    },
  });
  expect(counts).toEqual({
    tenants: { ready: 1, not_ready: 1, heartbeat_lost: 1 },
    exports: { True: 1, False: 1, Unknown: 1 },
  });
});

it.each(['constructor', '__proto__', 'toString', 'tenant-words'])(
  'count the status "%s", written by a tenant, as Unknown',
  status => {
    const written: APIServiceExport = JSON.parse(
      JSON.stringify(exported('a', 'True')).replace('"True"', `"${status}"`),
    );
    const { exports } = bindingCounts({
      clusterBindings: { list: () => [] },
      exports: { list: () => [written, exported('a', 'True')] },
      namespaces: {
        get: name => ({
          apiVersion: 'v1',
          kind: 'Namespace',
          metadata: { name, annotations: { [annotations.identity]: 'x#a' } },
        }),
      },
    });
    expect(exports).toEqual({ True: 1, False: 0, Unknown: 1 });
    expect(Object.keys(exports)).toHaveLength(3);
  },
);
