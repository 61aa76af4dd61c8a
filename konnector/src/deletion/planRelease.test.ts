import { thing } from '../testing/objects';
import { planRelease } from './planRelease';

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
