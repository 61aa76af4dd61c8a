import { thing } from '../../../testing/objects';
import { planEnsureFinalizer } from './planEnsureFinalizer';

describe('planEnsureFinalizer', () => {
  it('adds finalizer and marker in one conditional write and keeps other finalizers', () => {
    expect(planEnsureFinalizer(thing({ finalizers: ['other'] }))).toEqual({
      metadata: {
        uid: 'u1',
        resourceVersion: '7',
        finalizers: ['other', 'klutch.anynines.com/syncer'],
        annotations: { 'klutch.anynines.com/bound': 'true' },
      },
    });
  });

  it('is undefined when the finalizer is present, whatever the annotations', () => {
    expect(
      planEnsureFinalizer(
        thing({ finalizers: ['klutch.anynines.com/syncer'] }),
      ),
    ).toBeUndefined();
  });
});
