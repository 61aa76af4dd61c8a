import { clusterNamespaceName, identityValue } from './tenantIdentity';

describe('identity of a tenant', () => {
  it("has the reference's form without an issuer", () => {
    expect(identityValue({ subject: 'Alice', clusterId: 'apps-dev' })).toBe(
      'Alice#apps-dev',
    );
  });

  it('keeps equal subjects of two issuers apart', () => {
    const one = identityValue({
      issuer: 'https://one',
      subject: 'alice',
      clusterId: 'c',
    });
    const two = identityValue({
      issuer: 'https://two',
      subject: 'alice',
      clusterId: 'c',
    });
    expect(one).not.toBe(two);
    expect(one).toBe('https://one#alice#c');
  });

  it.each([
    [
      { issuer: 'i', subject: 'a#b', clusterId: 'c' },
      { issuer: 'i', subject: 'a', clusterId: 'b#c' },
    ],
    [
      { issuer: 'i', subject: 'a%23b', clusterId: 'c' },
      { issuer: 'i', subject: 'a#b', clusterId: 'c' },
    ],
    [
      { issuer: 'i#a', subject: 'b', clusterId: 'c' },
      { issuer: 'i', subject: 'a#b', clusterId: 'c' },
    ],
  ])('never gives two tenants the same value (%j, %j)', (one, two) => {
    expect(identityValue(one)).not.toBe(identityValue(two));
  });

  it.each([
    { subject: 'https://issuer#alice', clusterId: 'c' },
    { subject: 'alice', clusterId: 'b#c' },
    { subject: '', clusterId: 'c' },
    { subject: 'alice', clusterId: '' },
    { issuer: '', subject: 'alice', clusterId: 'c' },
  ])('refuses what could be confused with another tenant (%j)', identity => {
    expect(() => identityValue(identity)).toThrow(/cluster id/);
  });
});

describe('name of a cluster namespace', () => {
  it('depends on the identity alone and is a namespace name', () => {
    const name = clusterNamespaceName('cluster', 'alice#apps-dev');
    expect(name).toMatch(/^cluster-[a-z0-9]{10}$/);
    expect(clusterNamespaceName('cluster', 'alice#apps-dev')).toBe(name);
    expect(clusterNamespaceName('cluster', 'alice#apps-prod')).not.toBe(name);
  });
});
