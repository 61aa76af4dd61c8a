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

it('finds what was listed before, until the caches show it', () => {
  const counterparts = open();
  const object = counterparts.sharedObject(thing({}, spec()));
  expect(counterparts.sharedCopy(copyIn('service')).spec).toBe(object.spec);
  counterparts.stopBuffering();
  expect(counterparts.sharedCopy(copyIn('service')).spec).not.toBe(object.spec);
});

it('leaves alone what has no place on the app cluster', () => {
  const counterparts = open();
  counterparts.sharedObject(thing({}, spec()));
  const copy = copyIn('elsewhere');
  expect(counterparts.sharedCopy(copy)).toBe(copy);
});
