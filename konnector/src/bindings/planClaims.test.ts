import { thingBinding, thingExport } from '../testing/objects';
import { planClaims, unsupportedFields } from './planClaims';

const secrets = { resource: 'secrets', version: 'v1' };
const configMaps = { resource: 'configmaps', version: 'v1' };

describe('planClaims', () => {
  it('acts on accepted claims only and names required ones that nobody accepted', () => {
    const binding = thingBinding();
    binding.spec!.permissionClaims = [
      { ...secrets, state: 'Accepted' },
      { ...configMaps, state: 'Rejected' },
    ];
    const answers = planClaims(
      binding,
      thingExport({
        permissionClaims: [
          { ...secrets, required: true },
          { ...configMaps, required: true },
          { group: 'a.b', resource: 'others', version: 'v1', required: true },
          { group: 'a.b', resource: 'more', version: 'v1' },
        ],
      }),
    );
    expect(answers.accepted.map(({ resource }) => resource)).toEqual([
      'secrets',
    ]);
    expect(answers.missing).toEqual(['configmaps', 'others.a.b']);
  });
});

describe('unsupportedFields', () => {
  it('names every field that is not acted on', () => {
    expect(
      unsupportedFields({
        ...secrets,
        selector: { owner: 'Consumer' },
        read: { labels: [{ pattern: '*' }] },
        update: { alwaysRecreate: true },
        autoAdopt: true,
        autoDonate: true,
        onConflict: { recreateWhenConsumerSideDeleted: false },
      }),
    ).toHaveLength(6);
    expect(
      unsupportedFields({
        ...secrets,
        read: {},
        onConflict: { recreateWhenConsumerSideDeleted: true },
      }),
    ).toEqual([]);
  });
});
