import { silentLogger } from '../Logger';
import { KubeObject } from '../types';
import { safeProject } from './safeProject';

interface Widget extends KubeObject {
  spec?: { size: number };
}

const widget = (): Widget => ({
  apiVersion: 'example.org/v1',
  kind: 'Widget',
  metadata: {
    name: 'a',
    namespace: 'n',
    uid: 'u',
    resourceVersion: '1',
    labels: { kept: 'no' },
  },
  spec: { size: 1 },
});

let errors: object[];
beforeEach(() => {
  errors = [];
});
const logger = {
  ...silentLogger,
  error: (fields: object) => void errors.push(fields),
};

/** A projection that untyped callers may pass. */
const project = (how: (object: Widget) => unknown) =>
  safeProject(how as (object: Widget) => Widget, logger)(widget());

const identity = ({
  name,
  namespace,
  uid,
  resourceVersion,
}: Widget['metadata']) => ({
  name,
  namespace,
  uid,
  resourceVersion,
});

it('returns the result of the projection', () => {
  const kept = project(({ spec: _, metadata, ...rest }) => ({
    ...rest,
    metadata: identity(metadata),
  }));
  expect(kept).toEqual({
    apiVersion: 'example.org/v1',
    kind: 'Widget',
    metadata: identity(widget().metadata),
  });
  expect(errors).toEqual([]);
});

it('returns the object without a projection', () => {
  expect(safeProject<Widget>(undefined, logger)(widget())).toEqual(widget());
});

it.each<[string, (object: Widget) => unknown]>([
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
  ['returns nothing', () => undefined],
  ['returns null', () => null],
  ['returns no metadata', ({ spec }) => ({ spec })],
  [
    'drops the name',
    o => ({ ...o, metadata: { ...o.metadata, name: undefined } }),
  ],
  [
    'drops the namespace',
    o => ({ ...o, metadata: { ...o.metadata, namespace: undefined } }),
  ],
  [
    'drops the uid',
    o => ({ ...o, metadata: { ...o.metadata, uid: undefined } }),
  ],
  [
    'drops the version',
    o => ({ ...o, metadata: { ...o.metadata, resourceVersion: undefined } }),
  ],
  ['renames', o => ({ ...o, metadata: { ...o.metadata, name: 'b' } })],
  [
    'removes the name from the object itself',
    object => {
      Object.assign(object.metadata, { name: undefined });
      return object;
    },
  ],
])(
  'keeps the object when the projection %s, and logs the failure',
  (_what, how) => {
    expect(project(how)).toEqual(widget());
    expect(errors).toEqual([expect.objectContaining({ object: 'a' })]);
  },
);

it('keeps the object as a failed projection left it', () => {
  const kept = project(object => {
    delete object.spec;
    throw new Error('broken');
  });
  expect(kept).toEqual({ ...widget(), spec: undefined });
});
