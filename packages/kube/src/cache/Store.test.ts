import fc from 'fast-check';
import { KubeObject } from '../types';
import { Store } from './Store';

type Note = KubeObject & { tags: string[] };

const note = (
  name: string,
  version: string,
  tags: string[] = [],
  uid = `uid-${name}`,
): Note => ({
  apiVersion: 'v1',
  kind: 'Note',
  metadata: { namespace: 'ns', name, uid, resourceVersion: version },
  tags,
});

/** Replaces the contents by exactly these objects. */
function replace(store: Store<Note>, objects: Note[]) {
  const replacement = store.beginReplace();
  for (const object of objects) replacement.put(object);
  return store.replace(replacement);
}

const byTag = { tag: (object: Note) => object.tags };
const summary = (changes: { type: string; key: string }[]) =>
  changes.map(({ type, key }) => `${type} ${key}`);
const names = (objects: Note[]) =>
  objects.map(({ metadata }) => metadata.name).sort();

describe('Store', () => {
  it('reports the changes of a single object', () => {
    const store = new Store<Note>({});
    const first = note('a', '1');
    const second = note('a', '2');
    expect(store.set(first)).toEqual([
      { type: 'added', key: 'ns/a', object: first, source: 'watch' },
    ]);
    expect(store.set(second)).toEqual([
      {
        type: 'updated',
        key: 'ns/a',
        object: second,
        previous: first,
        source: 'watch',
      },
    ]);
    const last = note('a', '3');
    expect(store.remove(last)).toEqual([
      {
        type: 'deleted',
        key: 'ns/a',
        object: last,
        previous: second,
        source: 'watch',
      },
    ]);
    expect(store.get('ns/a')).toBeUndefined();
  });

  it('reports nothing for an unchanged object', () => {
    const store = new Store<Note>({});
    store.set(note('a', '1'));
    expect(store.set(note('a', '1'))).toEqual([]);
    expect(store.remove(note('b', '1'))).toEqual([]);
  });

  it('compares versions for equality: a smaller number is a change, too', () => {
    const store = new Store<Note>({});
    store.set(note('a', '10'));
    expect(summary(store.set(note('a', '9')))).toEqual(['updated ns/a']);
  });

  it('becomes exactly the list and reports only the difference', () => {
    const store = new Store<Note>({});
    replace(store, [note('gone', '1'), note('same', '1'), note('old', '1')]);
    const changes = replace(store, [
      note('same', '1'),
      note('old', '2'),
      note('new', '3'),
    ]);
    expect(summary(changes)).toEqual([
      'deleted ns/gone',
      'updated ns/old',
      'added ns/new',
    ]);
    expect(names(store.list())).toEqual(['new', 'old', 'same']);
  });

  it('marks changes found by a list with their source', () => {
    const store = new Store<Note>({});
    store.set(note('gone', '1'));
    const changes = replace(store, [note('new', '2')]);
    expect(changes).toEqual([
      {
        type: 'deleted',
        key: 'ns/gone',
        object: note('gone', '1'),
        source: 'list',
      },
      {
        type: 'added',
        key: 'ns/new',
        object: note('new', '2'),
        source: 'list',
      },
    ]);
  });

  it('keeps a replacement invisible until the replacement is complete', () => {
    const store = new Store<Note>(byTag);
    store.set(note('old', '1', ['x']));
    const replacement = store.beginReplace();
    replacement.put(note('new', '2', ['x']));
    replacement.put(note('brief', '3', ['x']));
    replacement.drop(note('brief', '4'));
    expect(names(store.list())).toEqual(['old']);
    expect(names(store.byIndex('tag', 'x'))).toEqual(['old']);
    store.replace(replacement);
    expect(names(store.list())).toEqual(['new']);
    expect(names(store.byIndex('tag', 'x'))).toEqual(['new']);
  });

  it('keeps its object when a list contains an equal one', () => {
    const store = new Store<Note>({});
    const kept = note('a', '1');
    store.set(kept);
    replace(store, [note('a', '1')]);
    expect(store.get('ns/a')).toBe(kept);
  });

  it('returns lists that later changes do not affect', () => {
    const store = new Store<Note>(byTag);
    store.set(note('a', '1', ['x']));
    const all = store.list();
    const some = store.byIndex('tag', 'x');
    store.set(note('b', '2', ['x']));
    replace(store, []);
    expect(names(all)).toEqual(['a']);
    expect(names(some)).toEqual(['a']);
  });

  it('reports an object that was created again as a deletion and an addition', () => {
    const store = new Store<Note>({});
    store.set(note('a', '1', [], 'first'));
    const changes = replace(store, [note('a', '2', [], 'second')]);
    expect(summary(changes)).toEqual(['deleted ns/a', 'added ns/a']);
    expect(changes.map(({ object }) => object.metadata.uid)).toEqual([
      'first',
      'second',
    ]);
  });

  it.each<[string, (store: Store<Note>, object: Note) => unknown]>([
    ['an event', (store, object) => store.set(object)],
    ['a list', (store, object) => replace(store, [object])],
  ])(
    'treats an object with another UID as another object, even when %s has the version of the first',
    (_what, replaceIn) => {
      const store = new Store<Note>({});
      store.set(note('a', '1', [], 'first'));
      expect(replaceIn(store, note('a', '1', [], 'second'))).toMatchObject([
        { type: 'deleted', object: { metadata: { uid: 'first' } } },
        { type: 'added', object: { metadata: { uid: 'second' } } },
      ]);
      expect(store.get('ns/a')?.metadata.uid).toBe('second');
    },
  );

  it('finds objects by index, also after changes', () => {
    const store = new Store<Note>(byTag);
    store.set(note('a', '1', ['red', 'blue']));
    store.set(note('b', '2', ['red']));
    expect(names(store.byIndex('tag', 'red'))).toEqual(['a', 'b']);
    store.set(note('a', '3', ['green']));
    expect(names(store.byIndex('tag', 'red'))).toEqual(['b']);
    expect(names(store.byIndex('tag', 'green'))).toEqual(['a']);
    store.remove(note('b', '4'));
    expect(store.byIndex('tag', 'red')).toEqual([]);
  });

  it('names its indexes when the requested one does not exist', () => {
    const store = new Store<Note>(byTag);
    expect(() => store.byIndex('colour', 'red')).toThrow(
      'There is no index "colour". The cache has: tag.',
    );
  });

  it('keeps its indexes consistent with its objects', () => {
    const anyNote = fc
      .record({
        name: fc.constantFrom('a', 'b', 'c', 'd'),
        version: fc.nat(20).map(String),
        tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
        uid: fc.constantFrom('1', '2'),
      })
      .map(({ name, version, tags, uid }) => note(name, version, tags, uid));
    const anyStep = fc.oneof(
      anyNote.map(object => (store: Store<Note>) => store.set(object)),
      anyNote.map(object => (store: Store<Note>) => store.remove(object)),
      fc
        .array(anyNote)
        .map(objects => (store: Store<Note>) => replace(store, objects)),
    );
    fc.assert(
      fc.property(fc.array(anyStep), steps => {
        const store = new Store<Note>(byTag);
        const mirror = new Map<string, Note>();
        for (const step of steps) {
          for (const { type, key, object } of step(store)) {
            if (type === 'deleted') mirror.delete(key);
            else mirror.set(key, object);
          }
        }
        expect(new Set(store.list())).toEqual(new Set(mirror.values()));
        for (const tag of ['x', 'y', 'z']) {
          expect(new Set(store.byIndex('tag', tag))).toEqual(
            new Set(store.list().filter(({ tags }) => tags.includes(tag))),
          );
        }
      }),
    );
  });
});
