import { thing } from '../testing/objects';
import { planRemoveFinalizer } from './planRemoveFinalizer';

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
