import { thing } from '../../testing/objects';
import { Counterparts } from './Counterparts';

const open = () =>
  new Counterparts({
    mapping: {
      locate: () => ({ at: 'waiting', why: 'not yet' }),
      consumerKeyAt: ({ namespace, name }) =>
        namespace === 'service' ? `team-a/${name}` : undefined,
    },
    object: () => undefined,
    copies: () => ({ hasSynced: () => false, get: () => undefined }),
  });
const spec = () => ({ spec: { size: 'large' } });
const copyIn = (namespace: string) => thing({ namespace }, spec());

it('finds listed counterparts, until the caches show them', () => {
  const counterparts = open();
  const object = counterparts.sharedObject(thing({}, spec()));
  expect(counterparts.sharedCopy(copyIn('service')).spec).toBe(object.spec);
  counterparts.stopBuffering();
  expect(counterparts.sharedCopy(copyIn('service')).spec).not.toBe(object.spec);
});

it('does not change copies that map to no object', () => {
  const counterparts = open();
  counterparts.sharedObject(thing({}, spec()));
  const copy = copyIn('elsewhere');
  expect(counterparts.sharedCopy(copy)).toBe(copy);
});
