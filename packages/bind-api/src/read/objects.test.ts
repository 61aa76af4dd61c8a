import fc from 'fast-check';
import { withValue } from '../testing/constraints';
import * as full from '../testing/fullObjects';
import {
  readAPIServiceBinding,
  readAPIServiceExport,
  readAPIServiceExportRequest,
  readAPIServiceExportTemplate,
  readAPIServiceNamespace,
  readAppClusterBinding,
  readClusterBinding,
} from './objects';
import type { ObjectReader } from './objects';

const kinds: [string, object, ObjectReader<never>][] = [
  ['APIServiceBinding', full.fullBinding, readAPIServiceBinding],
  ['APIServiceExport', full.fullExport, readAPIServiceExport],
  [
    'APIServiceExportRequest',
    full.fullExportRequest,
    readAPIServiceExportRequest,
  ],
  ['APIServiceExportTemplate', full.fullTemplate, readAPIServiceExportTemplate],
  ['APIServiceNamespace', full.fullServiceNamespace, readAPIServiceNamespace],
  ['AppClusterBinding', full.fullAppClusterBinding, readAppClusterBinding],
  ['ClusterBinding', full.fullClusterBinding, readClusterBinding],
] as [string, object, ObjectReader<never>][];

const path = (text: string) =>
  text
    .split('.')
    .flatMap(part =>
      part.endsWith('[0]') ? [part.slice(0, -3), 0 as const] : [part],
    );

describe.each(kinds)('reading an %s', (kind, object, read) => {
  it('keeps a full object unchanged', () => {
    expect(read(object)).toEqual({ ok: true, value: object });
  });

  it('fills in apiVersion and kind, which items of lists lack', () => {
    const {
      apiVersion,
      kind: _kind,
      ...item
    } = object as Record<string, unknown>;
    expect(read(item)).toEqual({ ok: true, value: object });
  });

  it('refuses another kind, and values that are not objects', () => {
    expect(read({ ...object, kind: 'Other' })).toEqual({
      ok: false,
      error: `The ${kind} is invalid: kind must be ${kind}, but is "Other". Correct the object at its source.`,
    });
    for (const wrong of [undefined, null, 1, 'text', [], {}]) {
      expect(read(wrong).ok).toBe(false);
    }
  });

  it('never throws, returns an error message for invalid input, and accepts its own result', () => {
    const sentence = `The ${kind} is invalid:`;
    const anyPath = fc.constantFrom(
      'apiVersion',
      'metadata',
      'metadata.name',
      'metadata.labels',
      'metadata.ownerReferences',
      'spec',
      'spec.kubeconfigSecretRef',
      'spec.kubeconfigSecretRef.key',
      'spec.versions',
      'spec.versions[0]',
      'spec.resources[0].permissionClaims[0].selector',
      'spec.permissionClaims[0].update',
      'spec.konnector.overrides.resources.limits',
      'status',
      'status.conditions',
      'status.conditions[0].type',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc
            .tuple(anyPath, fc.jsonValue())
            .map(([at, value]) => withValue(object, path(at), value)),
        ),
        value => {
          const result = read(value);
          const again = result.ok ? read(result.value) : result;
          expect(again).toEqual(result);
          expect(result.ok ? `${sentence} ok.` : result.error).toMatch(
            new RegExp(`^${sentence} .+\\.$`, 's'),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('empty values that Go writes', () => {
  it('are omitted if they are null', () => {
    const { status, ...rest } = full.fullClusterBinding;
    expect(
      readClusterBinding({
        ...rest,
        metadata: { ...rest.metadata, creationTimestamp: null, labels: null },
        status: {
          lastHeartbeatTime: null,
          heartbeatInterval: '0s',
          conditions: null,
        },
      }),
    ).toEqual({
      ok: true,
      value: { ...rest, status: { heartbeatInterval: '0s' } },
    });
  });

  it('are kept if they have a meaning or are harmless', () => {
    const { spec } = full.fullExport;
    const claim = { resource: 'secrets', version: 'v1', required: false };
    const sent = {
      ...full.fullExport,
      spec: {
        ...spec,
        versions: spec.versions.map(version => ({
          ...version,
          subresources: {},
          additionalPrinterColumns: null,
        })),
        permissionClaims: [{ ...claim, selector: {}, read: {} }],
      },
      status: {
        acceptedNames: { plural: '', kind: '' },
        storedVersions: null,
        conditions: null,
      },
    };
    const result = readAPIServiceExport(sent);
    expect(result.ok && result.value.status).toEqual({
      acceptedNames: { plural: '', kind: '' },
    });
    expect(result.ok && result.value.spec.permissionClaims).toEqual([
      { ...claim, selector: {}, read: {} },
    ]);
    expect(result.ok && result.value.spec.versions[0]).not.toHaveProperty(
      'additionalPrinterColumns',
    );
    expect(
      readAPIServiceExportRequest({ ...full.fullExportRequest, status: {} }),
    ).toMatchObject({ ok: true, value: { status: {} } });
  });

  it('are omitted if an enum is an empty string', () => {
    const result = readAPIServiceExport({
      ...full.fullExport,
      spec: { ...full.fullExport.spec, clusterScopedIsolation: '' },
    });
    const { clusterScopedIsolation, ...spec } = full.fullExport.spec;
    expect(clusterScopedIsolation).not.toBe('');
    expect(result).toEqual({ ok: true, value: { ...full.fullExport, spec } });
  });
});

describe('an invalid object', () => {
  it.each<[string, ObjectReader<never>, object, string, unknown, string]>([
    [
      'a missing spec',
      readClusterBinding as ObjectReader<never>,
      full.fullClusterBinding,
      'spec',
      null,
      'spec is missing',
    ],
    [
      'a missing field',
      readAPIServiceExport as ObjectReader<never>,
      full.fullExport,
      'spec.versions[0].schema',
      undefined,
      'spec.versions[0].schema is missing',
    ],
    [
      'a wrong type',
      readAPIServiceBinding as ObjectReader<never>,
      full.fullBinding,
      'spec.kubeconfigSecretRef.name',
      5,
      'spec.kubeconfigSecretRef.name must be a string, but is a number',
    ],
    [
      'a value outside the enum',
      readAPIServiceExport as ObjectReader<never>,
      full.fullExport,
      'spec.scope',
      'Somewhere',
      'spec.scope must be Cluster or Namespaced, but is "Somewhere"',
    ],
    [
      'not a list',
      readAPIServiceBinding as ObjectReader<never>,
      full.fullBinding,
      'spec.permissionClaims',
      {},
      'spec.permissionClaims must be a list, but is an object',
    ],
    [
      'a label that is not a string',
      readAPIServiceNamespace as ObjectReader<never>,
      full.fullServiceNamespace,
      'metadata.labels',
      { a: 1 },
      'metadata.labels.a must be a string, but is a number',
    ],
    [
      'a fraction',
      readAppClusterBinding as ObjectReader<never>,
      full.fullAppClusterBinding,
      'spec.konnector.overrides.ports[0].containerPort',
      1.5,
      'spec.konnector.overrides.ports[0].containerPort must be an integer, but is a number',
    ],
  ])('error names the field: %s', (_what, read, object, at, value, message) => {
    const result = read(withValue(object, path(at), value));
    expect(result.ok ? 'ok' : result.error).toContain(`: ${message}. `);
  });

  it('has a short error message, even with long field names', () => {
    const withLabel = (label: string) =>
      readAPIServiceNamespace(
        withValue(full.fullServiceNamespace, path('metadata.labels'), {
          [label]: 1,
        }),
      );
    for (const [label, shown] of [
      ['klutch.anynines.com/a', '["klutch.anynines.com/a"]'],
      ['a\nb', '["a\\nb"]'],
      ['', '[""]'],
      ['x'.repeat(350_000), `["${'x'.repeat(64)}"]`],
    ] as const) {
      expect(withLabel(label)).toEqual({
        ok: false,
        error: `The APIServiceNamespace is invalid: metadata.labels${shown} must be a string, but is a number. Correct the object at its source.`,
      });
    }
  });

  it('does not inherit fields from its prototype', () => {
    const labels = JSON.parse('{"__proto__":"a","toString":"b"}');
    const result = readAPIServiceNamespace(
      withValue(full.fullServiceNamespace, path('metadata.labels'), labels),
    );
    if (!result.ok) throw new Error(result.error);
    const read = result.value.metadata.labels ?? {};
    expect(Object.entries(read)).toEqual([
      ['__proto__', 'a'],
      ['toString', 'b'],
    ]);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  it('is not refused for unknown fields', () => {
    const more = withValue(full.fullBinding, ['spec', 'new'], { a: null });
    expect(readAPIServiceBinding(more)).toEqual({ ok: true, value: more });
  });
});
