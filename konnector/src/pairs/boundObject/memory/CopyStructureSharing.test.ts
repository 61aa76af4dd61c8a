import { thing } from '../../../testing/objects';
import { CopyStructureSharing } from './CopyStructureSharing';

const open = () =>
  new CopyStructureSharing({
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

it('shares with listed objects and copies, until the caches show them', () => {
  const structureSharing = open();
  const object = structureSharing.shareObject(thing({}, spec()));
  expect(structureSharing.shareCopy(copyIn('service')).spec).toBe(object.spec);
  structureSharing.stopBuffering();
  expect(structureSharing.shareCopy(copyIn('service')).spec).not.toBe(
    object.spec,
  );
});

it('does not change copies that map to no object', () => {
  const structureSharing = open();
  structureSharing.shareObject(thing({}, spec()));
  const copy = copyIn('elsewhere');
  expect(structureSharing.shareCopy(copy)).toBe(copy);
});
