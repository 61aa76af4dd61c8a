import { core, defineResource } from '../resources';
import { collectionPath, objectPath } from './paths';

const widgets = defineResource({
  group: 'example.org',
  version: 'v1beta1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

describe('paths', () => {
  it.each([
    ['/api/v1/secrets', collectionPath(core.secrets)],
    ['/api/v1/namespaces/a/secrets', collectionPath(core.secrets, 'a')],
    ['/api/v1/namespaces/a', objectPath(core.namespaces, { name: 'a' })],
    [
      '/apis/example.org/v1beta1/namespaces/a/widgets/b/status',
      objectPath(widgets, { namespace: 'a', name: 'b' }, 'status'),
    ],
    [
      '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode',
      objectPath(core.clusterRoles, { name: 'system:node' }),
    ],
  ])('%s', (expected, path) => expect(path).toBe(expected));

  it.each(['.', '..', 'a/b', 'a%2Fb'])('refuse the name %j', name => {
    expect(() => objectPath(core.secrets, { namespace: 'a', name })).toThrow(
      'is not a valid Kubernetes name',
    );
    expect(() => collectionPath(core.secrets, name)).toThrow(TypeError);
  });

  it('refuse a key that does not fit the scope', () => {
    expect(() => objectPath(core.secrets, { name: 'a' })).toThrow(
      'A namespace is needed to address "a" of secrets.',
    );
    expect(() =>
      objectPath(core.clusterRoles, { namespace: 'x', name: 'a' }),
    ).toThrow('cluster-scoped');
    expect(() =>
      objectPath(core.secrets, { namespace: 'x', name: '' }),
    ).toThrow('A name is needed');
  });
});
