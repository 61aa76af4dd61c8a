import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from '../markers';
import { thingBinding, thingExport } from '../testing/objects';
import { expectedClaims } from './expectedClaims';

const secrets = { resource: 'secrets', version: 'v1' };

/** Accepted, and tied to the cluster namespace with the UID `n`. */
function accepting(change: object = {}): APIServiceBinding {
  const binding = thingBinding();
  const tied = { [annotations.providerNamespaceUid]: 'n' };
  return {
    ...binding,
    metadata: { ...binding.metadata, annotations: tied, ...change },
    spec: {
      kubeconfigSecretRef: { namespace: 'b', name: 'k', key: 'kubeconfig' },
      permissionClaims: [{ ...secrets, state: 'Accepted' }],
    },
  };
}
const apiExport = thingExport({ permissionClaims: [secrets] });
const claimsOf = (binding: APIServiceBinding) =>
  [
    ...expectedClaims(
      [binding],
      { secretRef: { namespace: 'b', name: 'other' }, uid: 'n' },
      () => apiExport,
    ).values(),
  ].flatMap(({ claims }) => claims);

describe('expectedClaims', () => {
  it('includes the claims of a binding that cannot be served', () => {
    expect(claimsOf(accepting())).toEqual([{ ...secrets, state: 'Accepted' }]);
  });

  it('includes those of a suspended binding', () => {
    const suspended = accepting({
      annotations: {
        [annotations.providerNamespaceUid]: 'n',
        [annotations.suspend]: 'true',
      },
    });
    expect(claimsOf(suspended)).toHaveLength(1);
  });

  it('includes all accepted claims while the export is missing, without a location of copies', () => {
    const binding = accepting();
    const [declared] = expectedClaims(
      [binding],
      { secretRef: { namespace: 'b', name: 'other' }, uid: 'n' },
      () => undefined,
    ).values();
    expect(declared?.claims).toEqual([{ ...secrets, state: 'Accepted' }]);
    expect(declared?.options?.isolation).toBeUndefined();
  });

  it('includes those of a binding that never connected, by its kubeconfig secret', () => {
    const { metadata, ...binding } = accepting({ annotations: {} });
    const secretRef = { namespace: 'b', name: 'k' };
    const expected = expectedClaims(
      [{ ...binding, metadata }],
      { secretRef, uid: 'n' },
      () => apiExport,
    );
    expect(expected.size).toBe(1);
  });

  it('excludes those of a binding that is being deleted or has another cluster namespace', () => {
    const going = { deletionTimestamp: '2026-01-01T00:00:00Z' };
    expect(claimsOf(accepting(going))).toEqual([]);
    const elsewhere = { [annotations.providerNamespaceUid]: 'm' };
    expect(claimsOf(accepting({ annotations: elsewhere }))).toEqual([]);
    expect(claimsOf(accepting({ annotations: {} }))).toEqual([]);
  });
});
