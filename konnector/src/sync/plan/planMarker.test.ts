import { thing } from '../../testing/objects';
import { planMarker } from './planMarker';

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
