import { thing } from '../../testing/objects';
import { syncedObjectOf } from './syncedObject';

const project = syncedObjectOf({
  group: 'example.com',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  namespaced: true,
});

it('keeps the content and the metadata that a sync reads', () => {
  const kept = {
    generation: 2,
    deletionTimestamp: '2026-01-01T00:00:00Z',
    labels: { a: 'b' },
    annotations: { c: 'd' },
    finalizers: ['x.y/z'],
  };
  const content = { spec: { plan: 'small' }, status: { a: 1 }, data: 'x' };
  expect(
    project(
      thing(
        {
          ...kept,
          creationTimestamp: '2026-01-01T00:00:00Z',
          generateName: 'a-',
          managedFields: [{}],
          ownerReferences: [],
        },
        content,
      ),
    ),
  ).toEqual(thing(kept, content));
});

it('adds nothing to a small object', () => {
  const small = thing();
  expect(Object.keys(project(small).metadata).sort()).toEqual(
    Object.keys(small.metadata).sort(),
  );
});
