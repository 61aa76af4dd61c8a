import { deletionProtectionPolicy, restorePolicy } from '@klutch/bind-api';
import { parseAllDocuments } from 'yaml';
import type { PreparedBindings } from '../bind/prepareBindings';
import { databases } from '../testing/samples';
import { appClusterManifest, bindingsManifest } from './manifest';

const prepared = (
  ...apis: PreparedBindings['bindings'][number]['api'][]
): PreparedBindings => ({
  namespace: 'cluster-x',
  uid: 'n1',
  kubeconfig: 'apiVersion: v1',
  isUnpublished: false,
  bindings: apis.map(api => ({ api, claims: [] })),
});
const policiesIn = (yaml: string) =>
  parseAllDocuments(yaml)
    .map(document => document.toJS())
    .filter(({ kind }) => kind.startsWith('ValidatingAdmissionPolicy'));

describe.each([
  ['with a konnector', appClusterManifest],
  ['of further bindings', bindingsManifest],
])('the manifest %s', (_, manifest) => {
  it('has the policies for restores and for deletion', () => {
    expect(policiesIn(manifest(prepared(databases)))).toEqual([
      ...restorePolicy(),
      ...deletionProtectionPolicy(),
    ]);
  });
});
