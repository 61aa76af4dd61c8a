import type {
  APIServiceBinding,
  APIServiceExport,
  PermissionClaim,
} from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { remainingTypes } from './remainingTypes';

const apiExport = (
  plural: string,
  spec: Partial<APIServiceExport['spec']> = {},
): APIServiceExport => ({
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceExport',
  metadata: { name: `${plural}.example.com`, namespace: 'cluster-x' },
  spec: {
    group: 'example.com',
    names: { plural, kind: plural },
    scope: 'Namespaced',
    informerScope: 'Namespaced',
    versions: [
      { name: 'v1', served: true, storage: true, schema: {} as never },
    ],
    ...spec,
  },
});
const bindingTo = (
  api: string,
  permissionClaims: PermissionClaim[] = [],
): APIServiceBinding => ({
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceBinding',
  metadata: { name: `${api}.example.com` },
  spec: {
    kubeconfigSecretRef: { name: 's', namespace: 'n', key: 'kubeconfig' },
    permissionClaims: permissionClaims.map(claim => ({
      ...claim,
      state: 'Accepted',
    })),
  },
});
const crd = (plural: string, annotations = {}): KubeObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com`, annotations },
});
const installed = { 'klutch.anynines.com/installed-by': 'x' };
const secrets: PermissionClaim = { resource: 'secrets', version: 'v1' };
const markedSecrets = { group: '', plural: 'secrets', onlyMarked: true };
const all = (plural: string) => ({
  group: 'example.com',
  plural,
  onlyMarked: false,
});
const nothing = { apiExports: [], bindings: [], crds: [], recorded: [] };

describe('remainingTypes', () => {
  it('contains all exports, bound or not', () => {
    const apiExports = [apiExport('as'), apiExport('bs')];
    expect(remainingTypes({ ...nothing, apiExports })).toEqual([
      all('as'),
      all('bs'),
    ]);
  });

  it('contains exports that serve no version, too', () => {
    const apiExports = [apiExport('as', { versions: [] })];
    expect(remainingTypes({ ...nothing, apiExports })).toEqual([all('as')]);
  });

  it('contains what exports claim, including those of cluster-scoped APIs', () => {
    const apiExports = [
      apiExport('as', { scope: 'Cluster', permissionClaims: [secrets] }),
    ];
    expect(remainingTypes({ ...nothing, apiExports })).toEqual([markedSecrets]);
  });

  it('contains what our bindings claim and the export no longer claims', () => {
    const binding = bindingTo('as', [secrets]);
    const facts = { ...nothing, apiExports: [apiExport('as')] };
    expect(
      remainingTypes({ ...facts, bindings: [{ binding, ours: true }] }),
    ).toEqual([markedSecrets, all('as')]);
    expect(
      remainingTypes({ ...facts, bindings: [{ binding, ours: false }] }),
    ).toEqual([all('as')]);
  });

  it('contains no claimed types that are never served', () => {
    const permissionClaims = [{ resource: 'nodes', version: 'v1' }];
    const apiExports = [apiExport('as', { permissionClaims })];
    expect(remainingTypes({ ...nothing, apiExports })).toEqual([all('as')]);
  });

  it('counts all objects of types that are claimed and exported', () => {
    const claim = { group: 'example.com', resource: 'bs', version: 'v1' };
    const apiExports = [
      apiExport('bs'),
      apiExport('as', { permissionClaims: [claim] }),
    ];
    expect(remainingTypes({ ...nothing, apiExports })).toEqual([
      all('bs'),
      all('as'),
    ]);
  });

  it('contains our bindings that have lost their export', () => {
    const facts = { ...nothing, apiExports: [apiExport('as')] };
    const binding = bindingTo('bs');
    expect(
      remainingTypes({ ...facts, bindings: [{ binding, ours: true }] }),
    ).toEqual([all('as'), all('bs')]);
    expect(
      remainingTypes({ ...facts, bindings: [{ binding, ours: false }] }),
    ).toEqual([all('as')]);
  });

  it('contains unbound APIs that kept their CRD and have lost their export', () => {
    const facts = { ...nothing, apiExports: [apiExport('as')] };
    const crds = [crd('as', installed), crd('bs', installed), crd('cs')];
    expect(remainingTypes({ ...facts, crds })).toEqual([all('as'), all('bs')]);
    const elsewhere = { binding: bindingTo('bs'), ours: false };
    expect(remainingTypes({ ...facts, crds, bindings: [elsewhere] })).toEqual([
      all('as'),
    ]);
  });

  it('contains recorded types that nothing else shows any more', () => {
    const recorded = ['secrets', 'bs.example.com', 'as.example.com'];
    const apiExports = [apiExport('as')];
    expect(remainingTypes({ ...nothing, apiExports, recorded })).toEqual([
      markedSecrets,
      { ...all('bs'), onlyMarked: true },
      all('as'),
    ]);
  });
});
