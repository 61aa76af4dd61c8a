import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from '../markers';
import { thingBinding, thingExport } from '../testing/objects';
import { expectedClaimsOf } from './expectedClaimsOf';

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
const claimsOf = (binding: APIServiceBinding, found = true) =>
  [
    ...expectedClaimsOf(() => [binding])('n', () =>
      found ? apiExport : undefined,
    ).values(),
  ].flatMap(({ claims }) => claims);

describe('expectedClaimsOf', () => {
  it('has the claims of a binding that nobody can serve', () => {
    expect(claimsOf(accepting())).toEqual([{ ...secrets, state: 'Accepted' }]);
  });

  it('has those of a suspended one', () => {
    const suspended = accepting({
      annotations: {
        [annotations.providerNamespaceUid]: 'n',
        [annotations.suspend]: 'true',
      },
    });
    expect(claimsOf(suspended)).toHaveLength(1);
  });

  it('has none of a binding that goes, is of another cluster namespace, or lost its export', () => {
    const going = { deletionTimestamp: '2026-01-01T00:00:00Z' };
    expect(claimsOf(accepting(going))).toEqual([]);
    const elsewhere = { [annotations.providerNamespaceUid]: 'm' };
    expect(claimsOf(accepting({ annotations: elsewhere }))).toEqual([]);
    expect(claimsOf(accepting({ annotations: {} }))).toEqual([]);
    expect(claimsOf(accepting(), false)).toEqual([]);
  });
});
