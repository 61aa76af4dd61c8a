import { annotations } from '../../../markers';
import { pins, thing } from '../../../testing/objects';
import { planCopy } from './intent';
import { planAdoptReleased } from './planAdoptReleased';

it('removes the permission in the write that takes over the object, with preconditions', () => {
  const target = {
    apiVersion: 'example.com/v1',
    key: { namespace: 'x-team-a', name: 'a' },
    marks: { annotations: {} },
  };
  const object = thing({ annotations: { note: 'x' } }, { spec: { size: 1 } });
  const live = thing(
    { ...target.key, uid: 'c9', annotations: { [annotations.adopt]: 'true' } },
    { spec: { size: 2 } },
  );
  expect(planAdoptReleased(live, planCopy(object, target, pins))).toEqual({
    metadata: {
      uid: 'c9',
      resourceVersion: '7',
      annotations: {
        [annotations.bound]: 'true',
        [annotations.consumerCluster]: pins.consumerCluster,
        [annotations.consumerUid]: 'u1',
        [annotations.adopt]: null,
      },
    },
  });
});
