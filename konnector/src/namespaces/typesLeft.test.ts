import type {
  APIServiceBinding,
  APIServiceExport,
  PermissionClaim,
} from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { typesLeft } from './typesLeft';

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
const askForSecrets = {
  name: 'secrets',
  ask: { group: '', version: 'v1', plural: 'secrets', claimed: true },
};
const askFor = (plural: string) => ({
  name: `${plural}.example.com`,
  ask: { group: 'example.com', version: 'v1', plural, claimed: false },
});
const nothing = { apiExports: [], bindings: [], crds: [] };

describe('typesLeft', () => {
  it('are those of all exports, bound or not', () => {
    const apiExports = [apiExport('as'), apiExport('bs')];
    expect(typesLeft({ ...nothing, apiExports })).toEqual([
      askFor('as'),
      askFor('bs'),
    ]);
  });

  it('cannot be asked for when the export serves no version', () => {
    const apiExports = [apiExport('as', { versions: [] })];
    expect(typesLeft({ ...nothing, apiExports })).toEqual([
      { name: 'as.example.com' },
    ]);
  });

  it('are what exports claim, that of cluster-scoped APIs too', () => {
    const apiExports = [
      apiExport('as', { scope: 'Cluster', permissionClaims: [secrets] }),
    ];
    expect(typesLeft({ ...nothing, apiExports })).toEqual([askForSecrets]);
  });

  it('are what our bindings claim and the export claims no longer', () => {
    const binding = bindingTo('as', [secrets]);
    const facts = { ...nothing, apiExports: [apiExport('as')] };
    expect(
      typesLeft({ ...facts, bindings: [{ binding, ours: true }] }),
    ).toEqual([askForSecrets, askFor('as')]);
    expect(
      typesLeft({ ...facts, bindings: [{ binding, ours: false }] }),
    ).toEqual([askFor('as')]);
  });

  it('are no claimed types that are never served', () => {
    const permissionClaims = [{ resource: 'nodes', version: 'v1' }];
    const apiExports = [apiExport('as', { permissionClaims })];
    expect(typesLeft({ ...nothing, apiExports })).toEqual([askFor('as')]);
  });

  it('count with all objects when they are claimed and exported', () => {
    const claim = { group: 'example.com', resource: 'bs', version: 'v1' };
    const apiExports = [
      apiExport('bs'),
      apiExport('as', { permissionClaims: [claim] }),
    ];
    expect(typesLeft({ ...nothing, apiExports })).toEqual([
      askFor('bs'),
      askFor('as'),
    ]);
  });

  it('cannot be asked for when a binding of ours has lost its export', () => {
    const facts = { ...nothing, apiExports: [apiExport('as')] };
    const binding = bindingTo('bs');
    expect(
      typesLeft({ ...facts, bindings: [{ binding, ours: true }] }),
    ).toEqual([askFor('as'), { name: 'bs.example.com' }]);
    expect(
      typesLeft({ ...facts, bindings: [{ binding, ours: false }] }),
    ).toEqual([askFor('as')]);
  });

  it('cannot be asked for when an unbound API kept its CRD and has lost its export', () => {
    const facts = { ...nothing, apiExports: [apiExport('as')] };
    const crds = [crd('as', installed), crd('bs', installed), crd('cs')];
    expect(typesLeft({ ...facts, crds })).toEqual([
      askFor('as'),
      { name: 'bs.example.com' },
    ]);
    const elsewhere = { binding: bindingTo('bs'), ours: false };
    expect(typesLeft({ ...facts, crds, bindings: [elsewhere] })).toEqual([
      askFor('as'),
    ]);
  });
});
