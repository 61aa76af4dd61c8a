import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'yaml';
import { crds } from './crds';
import { crdToExportSpec } from './crdToExportSpec';
import { exportToCrd, isCrdInstalledFor } from './exportToCrd';
import { syncedVersion } from './exportVersions';
import { specHash } from './specHash';
import goldenCrd from './testing/golden/crd.json';
import type { APIServiceBinding } from './types/apiServiceBinding';
import type { APIServiceExport } from './types/apiServiceExport';
import type {
  CrdVersion,
  CustomResourceDefinition,
  JsonSchemaProps,
} from '@klutch/kube';

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      'x-kubernetes-validations': [{ rule: 'has(self.plan)' }],
    },
  },
};

const version = (name: string, rest: Partial<CrdVersion> = {}): CrdVersion => ({
  name,
  served: true,
  storage: true,
  schema: { openAPIV3Schema: schema },
  ...rest,
});

const crd = (
  versions: CrdVersion[],
  rest: Partial<CustomResourceDefinition['spec']> = {},
): CustomResourceDefinition => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: 'backups.anynines.com',
    labels: { a: 'b' },
    annotations: { c: 'd' },
  },
  spec: {
    group: 'anynines.com',
    scope: 'Namespaced',
    names: {
      plural: 'backups',
      singular: 'backup',
      kind: 'Backup',
      listKind: 'BackupList',
      categories: ['claim'],
      shortNames: ['bk'],
    },
    versions,
    ...rest,
  },
});

/** A schema with a string at this depth of properties; each level nests two objects. */
const deepSchema = (levels: number): JsonSchemaProps =>
  Array.from({ length: levels }).reduce<JsonSchemaProps>(
    properties => ({ type: 'object', properties: { a: properties } }),
    { type: 'string' },
  );

const exported = (source: CustomResourceDefinition) => {
  const result = crdToExportSpec(source);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

const binding: APIServiceBinding = {
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceBinding',
  metadata: {
    name: 'backups.anynines.com',
    namespace: 'klutch-bind',
    uid: 'uid-1',
  },
};

const exportOf = (source: CustomResourceDefinition): APIServiceExport => ({
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceExport',
  metadata: { name: 'backups.anynines.com', namespace: 'cluster-a' },
  spec: { ...exported(source), informerScope: 'Namespaced' },
});

describe('conversion of a CRD to an export', () => {
  it('with group, all names, scope, columns, subresources and the schema with its CEL rules', () => {
    const column = { name: 'State', type: 'string', jsonPath: '.status.state' };
    expect(
      exported(
        crd([
          version('v1', {
            subresources: { status: {} },
            additionalPrinterColumns: [column],
            deprecated: true,
            deprecationWarning: 'use v2',
            selectableFields: [{ jsonPath: '.spec.plan' }],
          }),
        ]),
      ),
    ).toEqual({
      group: 'anynines.com',
      scope: 'Namespaced',
      names: {
        plural: 'backups',
        singular: 'backup',
        kind: 'Backup',
        listKind: 'BackupList',
        categories: ['claim'],
        shortNames: ['bk'],
      },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          deprecated: true,
          deprecationWarning: 'use v2',
          schema: { openAPIV3Schema: schema },
          subresources: { status: {} },
          additionalPrinterColumns: [column],
        },
      ],
    });
  });

  it('without versions that are not served, and in the CRD’s order', () => {
    const versions = exported(
      crd([
        version('v2', { storage: false }),
        version('v1beta1', { served: false, storage: false }),
        version('v1'),
      ]),
    ).versions;
    expect(versions.map(v => [v.name, v.storage])).toEqual([
      ['v2', false],
      ['v1', true],
    ]);
  });

  it('with one stored version even when the provider stores one that it does not serve', () => {
    const versions = exported(
      crd([
        version('v1', { served: false }),
        version('v2', { storage: false }),
        version('v3', { storage: false }),
      ]),
    ).versions;
    expect(versions.map(v => [v.name, v.storage])).toEqual([
      ['v2', true],
      ['v3', false],
    ]);
  });

  it.each([
    [
      'the stored version',
      [version('v1', { storage: false }), version('v2')],
      'v2',
    ],
    [
      'the first served version when the stored one is not served',
      [
        version('v1', { storage: false }),
        version('v2', { served: false }),
        version('v3', { storage: false }),
      ],
      'v1',
    ],
  ])('with only %s when a webhook converts', (_what, versions, name) => {
    const spec = exported(
      crd(versions, { conversion: { strategy: 'Webhook', webhook: {} } }),
    );
    expect(spec.versions.map(v => [v.name, v.storage])).toEqual([[name, true]]);
  });

  it.each([
    [
      'no version is served',
      crd([version('v1', { served: false })]),
      /no version is served; set served: true/,
    ],
    [
      'a version name is unusual',
      crd([version('v1beta')]),
      /version "v1beta" is not of the form/,
    ],
    [
      'a version has no schema',
      crd([version('v1', { schema: undefined })]),
      /version v1 has no schema/,
    ],
    [
      'a schema is so deep that recursion would exhaust the stack',
      crd([version('v1', { schema: { openAPIV3Schema: deepSchema(5_000) } })]),
      /schema of version v1 is nested deeper than 256 levels; flatten the schema/,
    ],
    [
      'a schema is one level too deep',
      crd([version('v1', { schema: { openAPIV3Schema: deepSchema(128) } })]),
      /deeper than 256 levels/,
    ],
  ])('not when %s: the reason names the CRD', (_what, source, reason) => {
    const result = crdToExportSpec(source);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.error).toMatch(reason);
    expect(result.error).toContain('backups.anynines.com');
  });
});

describe('a schema as deep as an export may be', () => {
  it('has a hash', () => {
    const source = crd([
      version('v1', { schema: { openAPIV3Schema: deepSchema(127) } }),
    ]);
    expect(specHash(exported(source))).toMatch(/^[0-9a-zA-Z]{30,38}$/);
  });
});

describe('conversion of an export to a CRD', () => {
  it('gives the same export again', () => {
    const source = crd([
      version('v1', { subresources: { status: {} } }),
      version('v2', { storage: false }),
    ]);
    expect(exported(exportToCrd(exportOf(source), binding))).toEqual(
      exported(source),
    );
  });

  it('sets the binding as owner and in the annotation, without conversion, always with subresources', () => {
    const result = exportToCrd(exportOf(crd([version('v1')])), binding);
    expect(result.metadata).toEqual({
      name: 'backups.anynines.com',
      annotations: {
        'klutch.anynines.com/installed-by': 'klutch-bind/backups.anynines.com',
      },
      ownerReferences: [
        {
          apiVersion: 'klutch.anynines.com/v1alpha1',
          kind: 'APIServiceBinding',
          name: 'backups.anynines.com',
          uid: 'uid-1',
          controller: true,
        },
      ],
    });
    expect(result.spec.conversion).toBeUndefined();
    expect(result.spec.versions[0]?.subresources).toEqual({});
  });

  it('sets one stored version when the export has none, as upstream may write', () => {
    const source = exportOf(
      crd([version('v1'), version('v2', { storage: false })]),
    );
    source.spec.versions = source.spec.versions.map(v => ({
      ...v,
      storage: false,
    }));
    expect(
      exportToCrd(source, binding).spec.versions.map(v => v.storage),
    ).toEqual([true, false]);
  });
});

describe('conversion in both directions', () => {
  const folder = join(__dirname, '../../../crossplane/provider-crds');
  const realCrds: CustomResourceDefinition[] = [
    ...readdirSync(folder).map(file =>
      parse(readFileSync(join(folder, file), 'utf8')),
    ),
    goldenCrd,
    ...Object.values(crds),
  ];

  it.each(realCrds.map(source => [source.metadata.name, source] as const))(
    '%s loses nothing that is exported',
    (_name, source) => {
      const before = exported(source);
      const installed = exportToCrd(exportOf(source), binding);
      expect(exported(installed)).toEqual(before);
      expect(specHash(exported(installed))).toBe(specHash(before));
      expect(installed.spec.versions.map(v => v.schema)).toEqual(
        source.spec.versions.filter(({ served }) => served).map(v => v.schema),
      );
    },
  );

  it('keeps only served versions, one of them stored, for any combination of served, stored and converted versions', () => {
    const anyVersion = fc.record({
      served: fc.boolean(),
      storage: fc.boolean(),
      deprecated: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(anyVersion, { maxLength: 5 }),
        fc.constantFrom('None' as const, 'Webhook' as const, undefined),
        (versions, strategy) => {
          const source = crd(
            versions.map((rest, index) => version(`v${index + 1}`, rest)),
            strategy && { conversion: { strategy } },
          );
          const served = source.spec.versions.filter(v => v.served);
          const result = crdToExportSpec(source);
          expect(result.ok).toBe(served.length > 0);
          if (!result.ok) return;
          const exportedNames = result.value.versions.map(v => v.name);
          const stored = result.value.versions.filter(v => v.storage);
          expect(stored).toHaveLength(1);
          const firstStored = served.find(v => v.storage) ?? served[0];
          expect(stored[0]?.name).toBe(firstStored?.name);
          expect(exportedNames).toEqual(
            strategy === 'Webhook'
              ? [firstStored?.name]
              : served.map(v => v.name),
          );
          const installed = exportToCrd(exportOf(source), binding);
          expect(exported(installed)).toEqual(result.value);
        },
      ),
    );
  });
});

describe('ownership of an installed CRD', () => {
  const installed = exportToCrd(exportOf(crd([version('v1')])), binding);
  it('depends on group, kind, name and UID of the binding, but not on the version', () => {
    expect(isCrdInstalledFor(installed, binding)).toBe(true);
    const [owner] = installed.metadata.ownerReferences ?? [];
    if (!owner) throw new Error('no owner reference');
    const withOwner = (
      change: Partial<typeof owner>,
    ): CustomResourceDefinition => ({
      ...installed,
      metadata: {
        ...installed.metadata,
        ownerReferences: [{ ...owner, ...change }],
      },
    });
    expect(
      isCrdInstalledFor(
        withOwner({ apiVersion: 'klutch.anynines.com/v1' }),
        binding,
      ),
    ).toBe(true);
    expect(
      isCrdInstalledFor(
        withOwner({ apiVersion: 'other.com/v1alpha1' }),
        binding,
      ),
    ).toBe(false);
    expect(isCrdInstalledFor(withOwner({ kind: 'Other' }), binding)).toBe(
      false,
    );
    expect(isCrdInstalledFor(withOwner({ name: 'other' }), binding)).toBe(
      false,
    );
    expect(isCrdInstalledFor(withOwner({ uid: 'uid-2' }), binding)).toBe(false);
    expect(isCrdInstalledFor(crd([version('v1')]), binding)).toBe(false);
  });
});

describe('the synced version', () => {
  it('is the first served one', () => {
    const { versions } = exported(
      crd([version('v2', { storage: false }), version('v1')]),
    );
    expect(syncedVersion({ versions })?.name).toBe('v2');
    expect(
      syncedVersion({
        versions: versions.map(v => ({ ...v, served: v.name !== 'v2' })),
      })?.name,
    ).toBe('v1');
    expect(syncedVersion({ versions: [] })).toBeUndefined();
  });
});
