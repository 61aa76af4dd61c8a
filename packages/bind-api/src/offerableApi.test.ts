import { isOfferable, offeredType, suggestedClaims } from './offerableApi';

const crd = (group: string, scope: 'Namespaced' | 'Cluster') => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `things.${group}` },
  spec: {
    group,
    scope,
    names: { plural: 'things', kind: 'Thing' },
    versions: [],
  },
});

it.each([
  ['anynines.com', 'Namespaced', true],
  ['anynines.com', 'Cluster', false],
  ['klutch.anynines.com', 'Namespaced', false],
  ['example-backend.klutch.anynines.com', 'Namespaced', false],
  ['pkg.crossplane.io', 'Namespaced', false],
  ['notcrossplane.io', 'Namespaced', true],
] as const)('an API of %s, %s, is offerable: %s', (group, scope, offerable) => {
  expect(isOfferable(crd(group, scope))).toBe(offerable);
});

it('takes the type from the annotation, else from the plural name', () => {
  const annotated = { 'klutch.anynines.com/kind': 'servicebinding' };
  expect(offeredType(annotated, 'backups')).toBe('binding');
  expect(offeredType({}, 'backups')).toBe('backup');
  expect(
    offeredType({ 'klutch.anynines.com/kind': 'spaceship' }, 'things'),
  ).toBe('instance');
});

it('suggests claims on Secrets of the provider for service bindings only', () => {
  expect(suggestedClaims('binding')).toEqual([
    {
      group: '',
      resource: 'secrets',
      version: 'v1',
      selector: { owner: 'Provider' },
    },
  ]);
  expect(suggestedClaims('instance')).toEqual([]);
});
