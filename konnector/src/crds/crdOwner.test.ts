import type { CustomResourceDefinition } from '@klutch/bind-api';
import { thingBinding, thingExport } from '../testing/objects';
import {
  withoutBindingPatch,
  isOwnedByAnotherBinding,
  isInstalledFor,
  isOwnedByBinding,
} from './crdOwner';
import { planCrd, type CrdFacts } from './planCrd';

const facts: CrdFacts = {
  export: thingExport(),
  binding: thingBinding(),
  crd: undefined,
  bindingUids: new Set(['b1', 'b2']),
  isRemoteBinding: true,
};
const intentOf = (given: CrdFacts): CustomResourceDefinition => {
  const step = planCrd(given);
  if (!('intent' in step)) throw new Error(`no intent: ${step.step}`);
  return step.intent;
};
const ofBinding = (uid: string) =>
  thingBinding({ metadata: { ...thingBinding().metadata, uid } });
const installed = intentOf(facts);
const localFacts = { ...facts, isRemoteBinding: false };
const ofThisCluster = intentOf({ ...localFacts, binding: ofBinding('gone') });

describe('a CRD whose binding is in another cluster', () => {
  it('has an annotation for the binding and no owner reference across clusters', () => {
    expect(installed.metadata.ownerReferences).toBeUndefined();
    expect(isInstalledFor(installed, facts.binding)).toBe(true);
    expect(planCrd({ ...facts, crd: installed }).step).toBe('nothing');
  });

  it('loses the owner reference that the reference set', () => {
    const crd = {
      ...installed,
      metadata: {
        ...installed.metadata,
        ownerReferences: intentOf(localFacts).metadata.ownerReferences,
      },
    };
    expect(intentOf({ ...facts, crd }).metadata).not.toHaveProperty(
      'ownerReferences',
    );
  });

  it.each<[string, CustomResourceDefinition, boolean]>([
    [
      'of another control plane',
      intentOf({ ...facts, binding: ofBinding('theirs') }),
      true,
    ],
    [
      'of a control plane, here on the app cluster',
      intentOf({ ...facts, binding: ofBinding('theirs') }),
      false,
    ],
    ['of the app cluster itself', ofThisCluster, true],
  ])(
    'B23: rejects a CRD of a binding %s, which it cannot read',
    (_what, crd, isRemoteBinding) => {
      expect(planCrd({ ...facts, crd, isRemoteBinding })).toMatchObject({
        step: 'refuse',
        reason: 'ForeignCustomResourceDefinition',
      });
    },
  );

  it('belongs to no binding after unbinding, and can be taken over', () => {
    const metadata = withoutBindingPatch(installed);
    expect(metadata).toEqual({
      ownerReferences: [],
      annotations: { 'klutch.anynines.com/binding-uid': null },
    });
    const { 'klutch.anynines.com/binding-uid': _, ...annotations } =
      installed.metadata.annotations ?? {};
    const crd = {
      ...installed,
      metadata: { ...installed.metadata, annotations },
    };
    expect(planCrd({ ...facts, crd, binding: ofBinding('next') }).step).toBe(
      'update',
    );
    expect(
      planCrd({ ...localFacts, crd, binding: ofBinding('next') }).step,
    ).toBe('update');
  });
});

describe('a CRD that a binding of the same name left behind', () => {
  const next = ofBinding('next');
  const withAnnotations = (changed: Record<string, string>) => ({
    ...ofThisCluster,
    metadata: {
      ...ofThisCluster.metadata,
      annotations: { ...ofThisCluster.metadata.annotations, ...changed },
    },
  });

  it('is finalized by the next binding, even with the former one as its owner', () => {
    expect(isInstalledFor(ofThisCluster, next)).toBe(false);
    expect(isOwnedByBinding(ofThisCluster, next)).toBe(true);
    expect(withoutBindingPatch(ofThisCluster).ownerReferences).toEqual([]);
  });

  it('keeps owners that are not bindings', () => {
    const other = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'c' };
    const crd = {
      ...ofThisCluster,
      metadata: {
        ...ofThisCluster.metadata,
        ownerReferences: [
          ...(ofThisCluster.metadata.ownerReferences ?? []),
          other,
        ],
      },
    };
    expect(withoutBindingPatch(crd).ownerReferences).toEqual([other]);
  });

  it('does not belong to the binding when installed by another name, by an operator, or from another cluster', () => {
    const installedBy = 'klutch.anynines.com/installed-by';
    expect(
      isOwnedByBinding(withAnnotations({ [installedBy]: 'x/other' }), next),
    ).toBe(false);
    expect(
      isOwnedByBinding(
        withAnnotations({ 'klutch.anynines.com/binding-uid': 'theirs' }),
        next,
      ),
    ).toBe(false);
    const { metadata, ...crd } = ofThisCluster;
    const { annotations: _, ...byHand } = metadata;
    expect(isOwnedByBinding({ ...crd, metadata: byHand }, next)).toBe(false);
  });
});

describe('isOwnedByAnotherBinding', () => {
  const mine = ofBinding('mine');
  const other = ofBinding('other');
  const deleting = {
    ...other,
    metadata: { ...other.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
  };
  const ofOther = intentOf({ ...localFacts, binding: other });
  const bare = {
    ...ofOther,
    metadata: { name: ofOther.metadata.name, uid: 'crd' },
  };
  const owned = {
    ...bare,
    metadata: {
      ...bare.metadata,
      ownerReferences: ofOther.metadata.ownerReferences,
    },
  };
  const noted = intentOf({ ...facts, binding: other });

  it.each<
    [string, CustomResourceDefinition, (typeof other)[], boolean, boolean]
  >([
    ['without any mark', bare, [mine, other], false, false],
    [
      'installed for it',
      intentOf({ ...localFacts, binding: mine }),
      [mine],
      false,
      false,
    ],
    ['of an existing binding', owned, [mine, other], false, true],
    ['of a binding being deleted', owned, [mine, deleting], false, false],
    ['of a deleted binding', owned, [mine], false, false],
    [
      'of a binding that cannot be read from a control plane',
      owned,
      [mine],
      true,
      true,
    ],
    ['of a binding on a control plane', noted, [mine], false, true],
  ])('a CRD %s', (_what, crd, bindings, isRemoteBinding, expected) => {
    expect(
      isOwnedByAnotherBinding(crd, mine, { bindings, isRemoteBinding }),
    ).toBe(expected);
  });
});
