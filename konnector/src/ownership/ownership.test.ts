import { pins, thing } from '../testing/objects';
import {
  classifyOwnership,
  isAdoptable,
  isMadeFrom,
  isUnclaimed,
} from './ownership';

const namespaced = { pins, marks: { annotations: {} } };
const withMarks = (annotations?: Record<string, string>) =>
  classifyOwnership(thing({ annotations }), namespaced);

describe('classifyOwnership', () => {
  it('recognizes our own copy', () => {
    expect(
      withMarks({
        'klutch.anynines.com/consumer-cluster': 'cluster-uid',
        'klutch.anynines.com/consumer-uid': 'an older object of that name',
      }),
    ).toEqual({ owner: 'us', how: 'marked' });
  });

  it('takes over copies of the reference', () => {
    expect(withMarks({ 'klutch.anynines.com/bound': 'true' })).toEqual({
      owner: 'us',
      how: 'reference',
    });
  });

  it('does not touch objects of another app cluster or of an unknown owner', () => {
    expect(
      withMarks({
        'klutch.anynines.com/bound': 'true',
        'klutch.anynines.com/consumer-cluster': 'another',
      }),
    ).toMatchObject({ owner: 'other' });
    expect(withMarks(undefined)).toMatchObject({ owner: 'other' });
  });

  it('may take over an object that its owner released for it', () => {
    expect(withMarks({ 'klutch.anynines.com/adopt': 'true' })).toEqual({
      owner: 'us',
      how: 'adoptable',
    });
    expect(withMarks({ 'klutch.anynines.com/adopt': 'no' })).toMatchObject({
      owner: 'other',
    });
  });

  it('takes nothing from another app cluster by a permission that does not name us, such as one that outlived a take-over', () => {
    const theirs = { 'klutch.anynines.com/consumer-cluster': 'another' };
    const adopt = 'klutch.anynines.com/adopt';
    for (const value of ['true', 'a third one']) {
      expect(withMarks({ ...theirs, [adopt]: value })).toMatchObject({
        owner: 'other',
        allowedBy: pins.consumerCluster,
      });
    }
    expect(withMarks({ ...theirs, [adopt]: pins.consumerCluster })).toEqual({
      owner: 'us',
      how: 'adoptable',
    });
  });

  describe('where copies carry the mark of their cluster namespace', () => {
    const clusterNamespace = 'klutch.anynines.com/cluster-namespace';
    const claimant = {
      pins,
      marks: { annotations: { [clusterNamespace]: 'cluster-x' } },
    };
    const of = (annotations: Record<string, string>) =>
      classifyOwnership(thing({ annotations }), claimant);
    const byReference = { 'klutch.anynines.com/bound': 'true' };

    it('takes over copies that the reference created for it', () => {
      expect(of({ ...byReference, [clusterNamespace]: 'cluster-x' })).toEqual({
        owner: 'us',
        how: 'reference',
      });
    });

    it('B27: does not touch copies that the reference created for a tenant whose name has the same prefix', () => {
      expect(
        of({ ...byReference, [clusterNamespace]: 'cluster-x-b' }),
      ).toMatchObject({ owner: 'other' });
      expect(of(byReference)).toMatchObject({ owner: 'other' });
    });

    it('takes over nothing of another tenant, regardless of permissions', () => {
      const found = of({
        'klutch.anynines.com/adopt': pins.consumerCluster,
        [clusterNamespace]: 'cluster-x-b',
      });
      expect(found).toMatchObject({ owner: 'other' });
      expect(found).not.toHaveProperty('allowedBy');
    });

    it('does not touch copies of this app cluster as another tenant', () => {
      expect(
        of({
          'klutch.anynines.com/consumer-cluster': pins.consumerCluster,
          [clusterNamespace]: 'cluster-x-b',
        }),
      ).toMatchObject({ owner: 'other' });
    });
  });

  describe('of an adopted object', () => {
    const adopted = thing({
      annotations: { 'klutch.anynines.com/adopted-from': 'p1' },
    });
    const of = (metadata: Parameters<typeof thing>[0]) =>
      classifyOwnership(thing(metadata), { ...namespaced, object: adopted });

    it('treats its origin as its copy', () => {
      expect(of({ uid: 'p1' })).toEqual({ owner: 'us', how: 'origin' });
    });

    it('treats no other object of that name as its copy, nor one with an owner', () => {
      expect(of({ uid: 'p2' })).toMatchObject({ owner: 'other' });
      const annotations = { 'klutch.anynines.com/consumer-cluster': 'another' };
      expect(of({ uid: 'p1', annotations })).toMatchObject({ owner: 'other' });
    });
  });

  it('returns none without an object', () => {
    expect(classifyOwnership(undefined, namespaced)).toEqual({
      owner: 'none',
    });
  });
});

const clusterNamespace = 'klutch.anynines.com/cluster-namespace';
const unmarked = { annotations: {} };
const marked = { annotations: { [clusterNamespace]: 'cluster-x' } };

describe('isAdoptable', () => {
  it('adopts objects created directly', () => {
    expect(isAdoptable(thing(), unmarked)).toBe(true);
    expect(isAdoptable(thing({ annotations: { note: 'x' } }), unmarked)).toBe(
      true,
    );
  });

  it.each(['true', 'false', ''])(
    'never adopts an object with bound, whatever its value: %p',
    bound => {
      const annotations = { 'klutch.anynines.com/bound': bound };
      expect(isAdoptable(thing({ annotations }), unmarked)).toBe(false);
    },
  );

  it('never adopts a copy of any app cluster, ours or another', () => {
    const annotations = { 'klutch.anynines.com/consumer-cluster': 'any' };
    expect(isAdoptable(thing({ annotations }), unmarked)).toBe(false);
  });

  it('never adopts an object being deleted, though it is no copy', () => {
    const deleting = thing({ deletionTimestamp: '2026-01-01T00:00:00Z' });
    expect(isAdoptable(deleting, unmarked)).toBe(false);
    expect(isUnclaimed(deleting, unmarked)).toBe(true);
  });

  it('requires the mark of the cluster namespace where names are ambiguous', () => {
    const of = (value?: string) =>
      isAdoptable(
        thing({ annotations: value ? { [clusterNamespace]: value } : {} }),
        marked,
      );
    expect(of('cluster-x')).toBe(true);
    expect(of('cluster-x-b')).toBe(false);
    expect(of()).toBe(false);
  });
});

const adoptedFrom = 'klutch.anynines.com/adopted-from';
const origin = thing({ uid: 'p1', creationTimestamp: '2026-01-01T00:00:01Z' });
const written = (
  manager: string,
  fieldsV1: Record<string, unknown>,
  creationTimestamp = '2026-01-01T00:00:02Z',
) =>
  thing({
    creationTimestamp,
    managedFields: [{ manager, operation: 'Update', fieldsV1 }],
  });
const spec = { 'f:spec': { 'f:plan': {} } };

describe('isMadeFrom', () => {
  it('accepts our record, for that one object', () => {
    expect(
      isMadeFrom(thing({ annotations: { [adoptedFrom]: 'p1' } }), origin),
    ).toBe(true);
    expect(
      isMadeFrom(thing({ annotations: { [adoptedFrom]: 'p0' } }), origin),
    ).toBe(false);
  });

  it("detects by the spec what the reference's konnector created", () => {
    expect(isMadeFrom(written('konnector', spec), origin)).toBe(true);
    expect(isMadeFrom(written('kubectl-create', spec), origin)).toBe(false);
    expect(
      isMadeFrom(
        written('konnector', { 'f:metadata': { 'f:finalizers': {} } }),
        origin,
      ),
    ).toBe(false);
  });

  it('never accepts a younger object as origin', () => {
    expect(
      isMadeFrom(written('konnector', spec, '2026-01-01T00:00:00Z'), origin),
    ).toBe(false);
  });

  it('ignores bound', () => {
    expect(
      isMadeFrom(
        thing({ annotations: { 'klutch.anynines.com/bound': 'true' } }),
        origin,
      ),
    ).toBe(false);
  });
});
