import { findPrefixCollisions } from '@klutch/bind-api';
import { keyOf } from '@klutch/kube';
import fc from 'fast-check';
import { thing } from '../testing/objects';
import { clusterScopedMapping } from './clusterScoped';

const resource = {
  group: 'example.com',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  namespaced: false,
};
const inNamespace = (name: string) => ({ name, uid: `uid-of-${name}` });
const prefixed = (name: string) =>
  clusterScopedMapping(resource, 'Prefixed', inNamespace(name));
const inOwn = (name: string) =>
  clusterScopedMapping(resource, 'Namespaced', inNamespace(name));
const isolationNone = (name: string) =>
  clusterScopedMapping(resource, 'None', inNamespace(name));

/** Names with dashes and dots in all positions where they are allowed. */
const part = fc.constantFrom('a', 'b', 'ab', 'a1');
const namespaceName = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map(parts => parts.join('-'));
const objectName = fc
  .tuple(
    fc.array(part, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('-', '.'),
  )
  .map(([parts, join]) => parts.join(join));

/** A copy as created for an object of this name. */
const copyFor = (mapping: ReturnType<typeof prefixed>, name: string) => {
  const copyLocation = mapping.locate({ name });
  if (copyLocation.at !== 'ready') throw new Error(`no location for ${name}`);
  return {
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: { ...copyLocation.key, annotations: mapping.marks.annotations },
  };
};

describe.each([
  ['Prefixed', prefixed],
  ['Namespaced', inOwn],
  ['None', isolationNone],
])('isolation %s', (_isolation, mappingIn) => {
  it('maps keys in both directions', () => {
    fc.assert(
      fc.property(namespaceName, objectName, (namespace, name) => {
        const mapping = mappingIn(namespace);
        const copy = copyFor(mapping, name);
        expect(mapping.consumerKeyOf(copy)).toBe(name);
        expect(mapping.consumerKeyAt(copy.metadata)).toBe(name);
      }),
    );
  });

  it('has the same location for live reads', async () => {
    const mapping = mappingIn('cluster-a');
    const copyLocation = mapping.locate({ name: 'x' });
    expect(copyLocation).toMatchObject({ at: 'ready' });
    expect(await mapping.locateLive({ name: 'x' })).toEqual(copyLocation);
  });

  it('never maps the copy of another tenant, whatever the names', () => {
    fc.assert(
      fc.property(
        namespaceName,
        namespaceName,
        objectName,
        (ours, theirs, name) => {
          fc.pre(ours !== theirs);
          const copy = copyFor(mappingIn(theirs), name);
          expect(mappingIn(ours).consumerKeyOf(copy)).toBeUndefined();
        },
      ),
    );
  });
});

describe('isolation Prefixed', () => {
  it('never maps two objects to one location, except for a prefix collision', () => {
    fc.assert(
      fc.property(
        fc.tuple(namespaceName, objectName),
        fc.tuple(namespaceName, objectName),
        ([ourNamespace, ours], [theirNamespace, theirs]) => {
          const same = ourNamespace === theirNamespace && ours === theirs;
          fc.pre(
            !same &&
              findPrefixCollisions(ourNamespace, [theirNamespace]).length === 0,
          );
          const [one, other] = [
            copyFor(prefixed(ourNamespace), ours),
            copyFor(prefixed(theirNamespace), theirs),
          ];
          expect(keyOf(one)).not.toBe(keyOf(other));
        },
      ),
    );
  });

  it('marks copies as the reference does', () => {
    expect(prefixed('cluster-a').marks).toEqual({
      annotations: { 'klutch.anynines.com/cluster-namespace': 'cluster-a' },
      ownerReferences: [
        {
          apiVersion: 'v1',
          kind: 'Namespace',
          name: 'cluster-a',
          uid: 'uid-of-cluster-a',
        },
      ],
    });
  });

  it('identifies the owner by the mark where the name is ambiguous', () => {
    const copy = copyFor(prefixed('cluster-a-b'), 'x');
    expect(copy.metadata.name).toBe('cluster-a-b-x');
    expect(prefixed('cluster-a').consumerKeyOf(copy)).toBeUndefined();
    // The copy still occupies the location of our object b-x.
    expect(prefixed('cluster-a').consumerKeyAt(copy.metadata)).toBe('b-x');
  });

  it('reports a name that is too long, and that there is no copy', async () => {
    const name = 'x'.repeat(244);
    expect(prefixed('cluster-a').locate({ name })).toEqual({
      at: 'impossible',
      why: {
        state: 'NameTooLong',
        message: expect.stringContaining('at most 243 characters'),
      },
    });
    expect(await prefixed('cluster-a').locateLive({ name })).toEqual({
      at: 'missing',
    });
  });
});

describe('isolation Namespaced', () => {
  it('maps to a namespaced object, and only in its own namespace', () => {
    const mapping = inOwn('cluster-a');
    expect(mapping.provider.namespaced).toBe(true);
    expect(mapping.consumer.namespaced).toBe(false);
    expect(
      mapping.consumerKeyOf(thing({ namespace: 'cluster-a-team-a' })),
    ).toBeUndefined();
  });
});
