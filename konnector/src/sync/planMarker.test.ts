import { thing } from '../testing/objects';
import { planMarker, planRelease } from './planMarker';

describe('planMarker', () => {
  it('adds finalizer and marker in one conditional write and keeps other finalizers', () => {
    expect(planMarker(thing({ finalizers: ['other'] }))).toEqual({
      metadata: {
        uid: 'u1',
        resourceVersion: '7',
        finalizers: ['other', 'klutch.anynines.com/syncer'],
        annotations: { 'klutch.anynines.com/bound': 'true' },
      },
    });
  });

  it('is silent when the finalizer is there, whatever the annotations say', () => {
    expect(
      planMarker(thing({ finalizers: ['klutch.anynines.com/syncer'] })),
    ).toBeUndefined();
  });
});

describe('planRelease', () => {
  it('takes only our finalizer off', () => {
    expect(
      planRelease(thing({ finalizers: ['klutch.anynines.com/syncer', 'x'] })),
    ).toEqual({
      metadata: { uid: 'u1', resourceVersion: '7', finalizers: ['x'] },
    });
    expect(planRelease(thing({ finalizers: ['x'] }))).toBeUndefined();
  });
});
