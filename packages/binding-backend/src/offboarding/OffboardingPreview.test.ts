import { annotations, bindResources, names } from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { databasesExport } from '../testing/samples';
import {
  previewOf,
  refusalOf,
  type FoundServiceNamespace,
} from './OffboardingPreview';

const api = 'databases.example.test';
const namespace = (name: string, owner: Record<string, string> = {}) => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, annotations: owner },
});
const objects = (...deleting: boolean[]): KubeObject[] =>
  deleting.map(one => ({
    apiVersion: 'example.test/v1',
    kind: 'Database',
    metadata: one ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {},
  }));
const found = (
  name: string,
  content: Partial<FoundServiceNamespace> = {},
  owner = `cluster-x/${name}`,
): FoundServiceNamespace => ({
  object: {
    apiVersion: names.apiVersion,
    kind: bindResources.serviceNamespaces.kind,
    metadata: { namespace: 'cluster-x', name },
  },
  name: `cluster-x-${name}`,
  namespace: namespace(`cluster-x-${name}`, {
    [annotations.apiServiceNamespace]: owner,
  }),
  data: [],
  claimed: [],
  ...content,
});
const preview = (...serviceNamespaces: FoundServiceNamespace[]) =>
  previewOf({
    clusterNamespace: namespace('cluster-x', {
      [annotations.identity]: 'alice#apps',
    }),
    exports: [databasesExport('cluster-x')],
    serviceNamespaces,
    tokenSecrets: [],
  });

describe('preview of an offboarding', () => {
  it('counts live objects by type, including claimed ones', () => {
    const result = preview(
      found('a', {
        data: [{ api, objects: objects(false, false, true) }],
        claimed: [{ api: 'secrets', objects: objects(false) }],
      }),
    );
    expect(result.liveObjects).toBe(2);
    expect(result.serviceNamespaces[0]?.objects).toEqual([
      { type: api, live: 2, data: true },
      { type: 'secrets', live: 1, data: false },
    ]);
    expect(result.text).toContain(
      `cluster-x-a (a): deleted with 2 ${api}, 1 secrets`,
    );
    expect(result.text).toContain('confirm with the name cluster-x');
  });

  it('excludes, and names, what was not created for the app cluster', () => {
    const foreign = found(
      'b',
      { data: [{ api, objects: objects(false) }] },
      'cluster-y/b',
    );
    const result = preview(foreign);
    expect(result.liveObjects).toBe(0);
    expect(result.text).toContain('cluster-x-b (b): kept');
  });

  it('names what could not be counted', () => {
    const hidden = found('a', { data: [{ api, objects: undefined }] });
    expect(preview(hidden)).toMatchObject({ liveObjects: 0, uncounted: [api] });
    expect(preview(hidden).text).toContain(`Not counted`);
  });
});

describe('offboarding', () => {
  const empty = preview(found('a'));
  const full = preview(
    found('a', { data: [{ api, objects: objects(false) }] }),
  );
  const hidden = preview(found('a', { data: [{ api, objects: undefined }] }));
  const other = { ...hidden, uncounted: ['caches.example.test'] };

  it('needs no confirmation where nothing is lost', () => {
    expect(refusalOf(empty, {})).toBeUndefined();
  });

  it.each([
    ['there is live data', full],
    ['live data could not be counted', hidden],
  ])('requires the name where %s', (_, result) => {
    const confirmed = { confirm: 'cluster-x' };
    expect(refusalOf(result, {})).toContain('Nothing was changed');
    expect(refusalOf(result, confirmed)).toBeUndefined();
  });

  it('reports what was done already when data was created meanwhile', () => {
    const progress = 'Only the tokens were revoked';
    expect(refusalOf(full, {}, progress)).toContain(`${progress}, because`);
  });

  it('refuses the name of another app cluster, also where nothing is lost', () => {
    const another = { confirm: 'cluster-y' };
    expect(refusalOf(empty, another)).toContain('"cluster-y"');
    expect(refusalOf(full, { confirm: '' })).toContain('Confirmed was ""');
  });

  it.each([
    ['an object was created', empty, full],
    ['a type can no longer be counted', empty, hidden],
    ['another type cannot be counted', other, hidden],
  ])('refuses to delete more than was shown: %s', (_, shown, result) => {
    const consent = { confirm: 'cluster-x', shown };
    expect(refusalOf(result, consent)).toMatch(
      /Nothing was changed, because more .*Review the preview again/,
    );
  });

  it('continues with what was shown, or less', () => {
    const consent = { confirm: 'cluster-x', shown: full };
    expect(refusalOf(full, consent)).toBeUndefined();
    expect(refusalOf(empty, consent)).toBeUndefined();
  });
});
