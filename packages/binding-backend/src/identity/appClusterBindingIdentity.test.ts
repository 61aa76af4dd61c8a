import { identityValue } from './tenantIdentity';
import {
  appClusterIdentity,
  parseAppClusterIdentity,
} from './appClusterBindingIdentity';

describe('identity of an AppClusterBinding', () => {
  const id = { namespace: 'platform', name: 'apps', uid: 'u' };

  it('is parsed as it was written', () => {
    expect(parseAppClusterIdentity(appClusterIdentity(id))).toEqual(id);
  });

  it.each([
    [{ subject: 'appclusterbinding', clusterId: 'platform' }],
    [{ issuer: 'appclusterbinding', subject: 'platform', clusterId: 'apps#u' }],
  ])('is never that of a signed-in tenant', tenant => {
    expect(parseAppClusterIdentity(identityValue(tenant))).toBeUndefined();
    expect(identityValue(tenant)).not.toBe(appClusterIdentity(id));
  });
});
