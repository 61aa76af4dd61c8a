import { base62, specHash } from './specHash';
import type { APIServiceExportCrdSpec } from './types/apiServiceExport';

const spec: APIServiceExportCrdSpec = {
  group: 'anynines.com',
  names: { plural: 'backups', kind: 'Backup' },
  scope: 'Namespaced',
  versions: [
    {
      name: 'v1',
      served: true,
      storage: true,
      schema: { openAPIV3Schema: { type: 'object', description: 'a < b & c' } },
      subresources: {},
    },
  ],
};

describe('base62', () => {
  it.each([
    [[], '0'],
    [[0], '0'],
    [[61], 'Z'],
    [[62], '10'],
    [[1, 0], '48'],
    [[0, 0, 9], '9'],
  ])('writes bytes %j as %s', (bytes, text) => {
    expect(base62(Uint8Array.from(bytes))).toBe(text);
  });
});

describe('specHash', () => {
  it('is a fixed word, so that data outlives the software that wrote it', () => {
    expect(specHash(spec)).toBe('8Dgkvx0MHYkZUy8bF1eVwvM7lpp7FFcVGns1HR');
  });

  it('does not depend on the order of keys or on what is not from the CRD', () => {
    const { versions, ...rest } = spec;
    const reordered = {
      versions: versions.map(v =>
        Object.fromEntries(Object.entries(v).reverse()),
      ),
      ...rest,
    };
    const whole = {
      ...reordered,
      informerScope: 'Cluster',
      permissionClaims: [],
    };
    expect(specHash(whole as unknown as APIServiceExportCrdSpec)).toBe(
      specHash(spec),
    );
  });

  it.each<[string, (s: APIServiceExportCrdSpec) => unknown]>([
    [
      'a schema keyword',
      s =>
        Object.assign(s.versions[0]?.schema.openAPIV3Schema ?? {}, {
          description: 'new',
        }),
    ],
    ['a category', s => Object.assign(s.names, { categories: ['claim'] })],
    [
      'the order of versions',
      s => s.versions.unshift({ ...s.versions[0]!, name: 'v2' }),
    ],
    ['served', s => Object.assign(s.versions[0] ?? {}, { served: false })],
  ])('changes with %s', (_what, change) => {
    const copy = structuredClone(spec);
    change(copy);
    expect(specHash(copy)).not.toBe(specHash(spec));
  });
});
