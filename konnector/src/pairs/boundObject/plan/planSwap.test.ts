import { annotations } from '../../../markers';
import { pins, thing } from '../../../testing/objects';
import { planCopy } from './intent';
import { planSwap } from './planSwap';

const target = {
  apiVersion: 'example.com/v1',
  key: { namespace: 'x-team-a', name: 'a' },
  marks: { annotations: {} },
};
const intent = planCopy(
  thing({ labels: { team: 'a' } }, { spec: { plan: 'small', list: [1] } }),
  target,
  pins,
);
const { appliedHash, bound, consumerCluster, consumerUid } = annotations;
const hash = intent.metadata.annotations[appliedHash];

const posted = (fieldsV1: object) => ({
  manager: 'konnector',
  operation: 'Update',
  apiVersion: 'example.com/v1',
  fieldsType: 'FieldsV1',
  fieldsV1,
});
const by = (manager: string, fieldsV1: object) => ({
  ...posted(fieldsV1),
  manager,
});
const copy = (
  spec: Record<string, unknown>,
  entries: object[],
  metadata: object = {},
) =>
  thing(
    {
      ...target.key,
      uid: 'c1',
      resourceVersion: '70',
      labels: { team: 'a' },
      annotations: { [bound]: 'true' },
      managedFields: entries,
      ...metadata,
    },
    { spec },
  );
const patchOf = (...args: Parameters<typeof copy>) =>
  planSwap(copy(...args), intent) as {
    spec?: unknown;
    metadata: {
      labels?: unknown;
      annotations: Record<string, unknown>;
      managedFields?: { manager: string; fieldsV1: object }[];
    };
  };
const plan = { 'f:plan': {} };
const spec = { plan: 'small', list: [1] };

it('marks an up-to-date copy, and takes over its fields', () => {
  const fields = { 'f:spec': { '.': {}, ...plan, 'f:list': {} } };
  expect(patchOf(spec, [posted(fields)])).toEqual({
    metadata: {
      uid: 'c1',
      resourceVersion: '70',
      annotations: {
        [bound]: 'true',
        [consumerCluster]: 'cluster-uid',
        [consumerUid]: 'u1',
        [appliedHash]: hash,
      },
      managedFields: [
        {
          ...posted({ ...fields, 'f:metadata': {} }),
          manager: 'klutch.anynines.com',
          operation: 'Apply',
        },
      ],
    },
  });
});

it('removes undesired fields that the reference wrote', () => {
  const { spec: removed, metadata } = patchOf(
    { ...spec, note: 'x', deep: { a: 1, b: 2 } },
    [
      posted({
        'f:spec': {
          ...plan,
          'f:note': {},
          'f:deep': { '.': {}, 'f:a': {}, 'f:b': {} },
        },
        'f:metadata': {
          'f:labels': { 'f:old': {} },
          'f:annotations': { 'f:gone': {} },
        },
      }),
    ],
    {
      labels: { team: 'a', old: 'x' },
      annotations: { [bound]: 'true', gone: 'x' },
    },
  );
  expect(removed).toEqual({ note: null, deep: null });
  expect(metadata.labels).toEqual({ old: null });
  expect(metadata.annotations).toMatchObject({
    gone: null,
    [appliedHash]: hash,
  });
});

it('does not remove fields of other managers, nor those without a manager', () => {
  const { spec: removed, metadata } = patchOf(
    { ...spec, ref: { name: 'x', extra: 'y' }, free: 1 },
    [
      posted({
        'f:spec': { 'f:ref': { 'f:name': {}, 'f:extra': {} } },
        'f:metadata': {
          'f:annotations': { 'f:external-name': {} },
          'f:finalizers': { 'v:"x.y/z"': {} },
        },
      }),
      by('crossplane', {
        'f:spec': { 'f:ref': { 'f:name': {} } },
        'f:metadata': { 'f:annotations': { 'f:external-name': {} } },
      }),
    ],
    {
      annotations: { [bound]: 'true', 'external-name': 'x' },
      finalizers: ['x.y/z'],
    },
  );
  expect(removed).toEqual({ ref: { extra: null } });
  expect(metadata.annotations).not.toHaveProperty('external-name');
  expect(JSON.stringify(metadata.managedFields)).not.toContain('f:finalizers');
  expect(metadata.managedFields?.map(({ manager }) => manager)).toEqual([
    'crossplane',
    'klutch.anynines.com',
  ]);
});

it('leaves a differing value, and lists, to the following apply', () => {
  for (const differing of [
    { ...spec, plan: 'big' },
    { ...spec, list: [1, 2] },
  ]) {
    const { spec: removed, metadata } = patchOf(differing, [
      posted({ 'f:spec': { ...plan, 'f:list': {} } }),
    ]);
    expect(removed).toBeUndefined();
    expect(metadata.annotations).not.toHaveProperty([appliedHash]);
    expect(metadata.annotations).toHaveProperty([consumerCluster]);
  }
});

it('marks a copy without managed fields', () => {
  const { metadata } = patchOf(spec, []);
  expect(metadata).not.toHaveProperty('managedFields');
  expect(metadata.annotations).toHaveProperty([appliedHash], hash);
});
