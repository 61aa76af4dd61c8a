import { kubernetesIdentity } from './kubernetesIdentity';

const mapping = { userPrefix: 'klutch:', groupPrefix: 'klutch:' };

describe('kubernetesIdentity', () => {
  it('prefixes the names of the default namespace', () => {
    expect(
      kubernetesIdentity(
        'user:default/alice',
        ['user:default/alice', 'group:default/developers'],
        mapping,
      ),
    ).toEqual({ user: 'klutch:alice', groups: ['klutch:developers'] });
  });

  it('distinguishes equal names of two namespaces', () => {
    const inOps = kubernetesIdentity(
      'user:ops/alice',
      ['group:ops/db'],
      mapping,
    );
    expect(inOps).toEqual({
      user: 'klutch:ops/alice',
      groups: ['klutch:ops/db'],
    });
  });

  it('passes on only the groups that the configuration names', () => {
    const { groups } = kubernetesIdentity(
      'user:default/alice',
      ['group:default/developers', 'group:default/choir'],
      { ...mapping, groups: new Set(['group:default/developers']) },
    );
    expect(groups).toEqual(['klutch:developers']);
  });

  it('gives everybody the common user, with the groups and the name of each', () => {
    const identityOf = (name: string, group: string) =>
      kubernetesIdentity(
        `user:default/${name}`,
        [`user:default/${name}`, `group:default/${group}`],
        { ...mapping, commonUser: 'klutch:portal-user' },
      );
    expect(identityOf('alice', 'developers')).toEqual({
      user: 'klutch:portal-user',
      groups: ['klutch:developers'],
      extra: { 'klutch.anynines.com/person': ['user:default/alice'] },
    });
    expect(identityOf('oscar', 'operators')).toMatchObject({
      user: 'klutch:portal-user',
      groups: ['klutch:operators'],
    });
  });

  it('never yields a user or group reserved for Kubernetes', () => {
    const identity = kubernetesIdentity(
      'user:default/system:admin',
      ['group:default/system:masters'],
      mapping,
    );
    expect(identity.user).toBe('klutch:system:admin');
    expect(identity.groups).toEqual(['klutch:system:masters']);
  });
});
