import type { APIServiceBinding } from '@klutch/bind-api';
import { annotations } from '../markers';
import { thingBinding, thingExport } from '../testing/objects';
import { expectedClaims } from './expectedClaims';

const secrets = { resource: 'secrets', version: 'v1' };

/** A binding that accepts the claim. */
function accepting(change: object = {}): APIServiceBinding {
  const binding = thingBinding();
  return {
    ...binding,
    metadata: { ...binding.metadata, ...change },
    spec: {
      kubeconfigSecretRef: { namespace: 'b', name: 'k', key: 'kubeconfig' },
      permissionClaims: [{ ...secrets, state: 'Accepted' }],
    },
  };
}
const apiExport = thingExport({ permissionClaims: [secrets] });
const claimsOf = (binding: APIServiceBinding) =>
  [...expectedClaims([binding], () => apiExport).values()].flatMap(
    ({ claims }) => claims,
  );

describe('expectedClaims', () => {
  it('includes the claims of a binding that cannot be served', () => {
    expect(claimsOf(accepting())).toEqual([{ ...secrets, state: 'Accepted' }]);
  });

  it('includes those of a suspended binding', () => {
    const suspended = accepting({
      annotations: { [annotations.suspend]: 'true' },
    });
    expect(claimsOf(suspended)).toHaveLength(1);
  });

  it('includes all accepted claims while the export is missing, without a location of copies', () => {
    const binding = accepting();
    const [declared] = expectedClaims([binding], () => undefined).values();
    expect(declared?.claims).toEqual([{ ...secrets, state: 'Accepted' }]);
    expect(declared?.options?.isolation).toBeUndefined();
  });

  it('excludes those of a binding that is being deleted', () => {
    const going = { deletionTimestamp: '2026-01-01T00:00:00Z' };
    expect(claimsOf(accepting(going))).toEqual([]);
  });
});
