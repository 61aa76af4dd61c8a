import { pins, thing } from '../testing/objects';
import {
  planDeletion,
  planRemoveFinalizer,
  type DeletionFacts,
} from './planDeletion';

const marks = { 'klutch.anynines.com/consumer-cluster': 'cluster-uid' };
const facts: DeletionFacts = {
  consumer: thing({
    deletionTimestamp: '2026-01-01T00:00:00Z',
    finalizers: ['klutch.anynines.com/syncer'],
  }),
  expectedUid: 'u1',
  crd: thing({ name: 'things.example.com' }),
  provider: thing({ uid: 'p1', resourceVersion: '12', annotations: marks }),
  pins,
  marks: { annotations: {} },
};

describe('planDeletion', () => {
  it('deletes the copy when a user deletes the object', () => {
    expect(planDeletion(facts)).toEqual({
      step: 'delete-copy',
    });
  });

  it('B17: does nothing when the object is deleted, not being deleted, another one, or without our finalizer', () => {
    const nothing = { step: 'nothing' };
    expect(planDeletion({ ...facts, consumer: undefined })).toEqual(nothing);
    expect(
      planDeletion({
        ...facts,
        consumer: thing({ finalizers: ['klutch.anynines.com/syncer'] }),
      }),
    ).toEqual(nothing);
    expect(planDeletion({ ...facts, expectedUid: 'u0' })).toEqual(nothing);
    expect(
      planDeletion({
        ...facts,
        consumer: thing({ deletionTimestamp: 'x', finalizers: ['other'] }),
      }),
    ).toEqual(nothing);
  });

  it('B17: keeps the copy when the CRD is deleted or being deleted', () => {
    const kept = {
      step: 'remove-finalizer',
      kept: expect.stringContaining('CRD'),
    };
    expect(
      planDeletion({ ...facts, crd: thing({ deletionTimestamp: 'x' }) }),
    ).toEqual(kept);
    expect(planDeletion({ ...facts, crd: undefined })).toEqual(kept);
  });

  it.each([
    ['later', '2026-01-01T00:05:00Z'],
    ['in the same second', '2026-01-01T00:00:00Z'],
  ])(
    'B17: keeps the copy when the CRD was recreated after the deletion, %s',
    (_when, creationTimestamp) => {
      const crd = thing({ name: 'things.example.com', creationTimestamp });
      expect(planDeletion({ ...facts, crd })).toEqual({
        step: 'remove-finalizer',
        kept: expect.stringContaining('recreated'),
      });
    },
  );

  it('deletes the copy when the CRD is older than the deletion', () => {
    const creationTimestamp = '2025-12-31T23:59:59Z';
    const crd = thing({ name: 'things.example.com', creationTimestamp });
    expect(planDeletion({ ...facts, crd })).toMatchObject({
      step: 'delete-copy',
    });
  });

  it('B17: keeps the copy when the CRD of an owner is being deleted, deleted or new', () => {
    expect(planDeletion({ ...facts, lostOwner: 'App "shop"' })).toEqual({
      step: 'remove-finalizer',
      kept: expect.stringContaining('App "shop"'),
    });
  });

  it('B21: keeps the finalizer until the copy is deleted', () => {
    expect(
      planDeletion({
        ...facts,
        provider: thing({ annotations: marks, deletionTimestamp: 'x' }),
      }),
    ).toEqual({ step: 'wait' });
    expect(planDeletion({ ...facts, provider: undefined })).toEqual({
      step: 'remove-finalizer',
    });
  });

  it('B21: keeps the finalizer while it is unknown whether there is a copy, unless the copy would be kept', () => {
    const unknown = { ...facts, provider: undefined, unknown: 'It waits.' };
    expect(planDeletion(unknown)).toEqual({ step: 'wait', why: 'It waits.' });
    expect(planDeletion({ ...unknown, crd: undefined })).toEqual({
      step: 'remove-finalizer',
      kept: expect.stringContaining('CRD'),
    });
  });

  it('never deletes foreign objects', () => {
    const foreign: Record<string, string>[] = [
      {},
      { 'klutch.anynines.com/consumer-cluster': 'another' },
      { 'klutch.anynines.com/adopt': 'true' },
    ];
    for (const annotations of foreign) {
      expect(
        planDeletion({ ...facts, provider: thing({ annotations }) }),
      ).toEqual({ step: 'remove-finalizer', kept: expect.any(String) });
    }
  });

  it('C41: deletes the origin of an adopted object, though it has no mark yet', () => {
    const annotations = { 'klutch.anynines.com/adopted-from': 'p1' };
    const consumer = thing({ ...facts.consumer?.metadata, annotations });
    const provider = thing({ uid: 'p1', resourceVersion: '12' });
    expect(planDeletion({ ...facts, consumer, provider }).step).toBe(
      'delete-copy',
    );
    expect(
      planDeletion({ ...facts, consumer, provider: thing({ uid: 'p2' }) }),
    ).toEqual({ step: 'remove-finalizer', kept: expect.any(String) });
  });

  it('keeps the copy of an object with the annotation', () => {
    const annotations = { 'klutch.anynines.com/deletion': 'keep' };
    const consumer = thing({ ...facts.consumer?.metadata, annotations });
    expect(planDeletion({ ...facts, consumer })).toEqual({
      step: 'remove-finalizer',
      kept: expect.any(String),
    });
  });

  it('deletes a copy that the reference created', () => {
    expect(
      planDeletion({
        ...facts,
        provider: thing({
          annotations: { 'klutch.anynines.com/bound': 'true' },
        }),
      }).step,
    ).toBe('delete-copy');
  });
});

describe('planRemoveFinalizer', () => {
  it('removes only our finalizer', () => {
    expect(
      planRemoveFinalizer(
        thing({ finalizers: ['klutch.anynines.com/syncer', 'x'] }),
      ),
    ).toEqual({
      metadata: { uid: 'u1', resourceVersion: '7', finalizers: ['x'] },
    });
    expect(planRemoveFinalizer(thing({ finalizers: ['x'] }))).toBeUndefined();
  });
});
