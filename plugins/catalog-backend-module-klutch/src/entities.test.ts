import { entityEnvelopeSchemaValidator } from '@backstage/catalog-model';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { instanceEntity, serviceEntity } from './entities';

const appUrl = 'http://portal.test';

const claim: Schemas['Claim'] = {
  cluster: 'apps-dev',
  namespace: 'team-a',
  resource: 'postgresqlinstances.anynines.com',
  kind: 'PostgresqlInstance',
  type: 'instance',
  name: 'orders-db',
  uid: '0f6b8a56-2a51-4b53-9d3e-2f6f4f3f7f11',
  state: 'Ready',
  stateText: 'Ready',
  createdAt: '2026-11-21T03:46:00Z',
  deleting: false,
  protected: false,
};

describe('entities of data services', () => {
  it('makes an instance a resource of the user who ordered it', () => {
    const entity = instanceEntity(
      { ...claim, owner: 'user:default/alice' },
      new Set([claim.resource]),
      'group:default/operators',
      appUrl,
    );
    expect(entity.spec).toMatchObject({
      owner: 'user:default/alice',
      dependsOn: ['component:default/postgresqlinstances.anynines.com'],
    });
    expect(entity.metadata.annotations).toMatchObject({
      'klutch.anynines.com/claim':
        'apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
    });
    expect(entity.metadata.links?.[0]?.url).toBe(
      'http://portal.test/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
    );
    expect(() => entityEnvelopeSchemaValidator()(entity)).not.toThrow();
  });

  it.each([
    ['group:default/team-a', 'group:default/team-a'],
    ['user:alice', 'user:default/alice'],
    ['alice', undefined],
    ['system:default/alice', undefined],
    ['user:default/alice bob', undefined],
    ['user:default/', undefined],
    ['user:default/alice/bob', undefined],
    ['', undefined],
  ])(
    'R22: takes the owner annotation "%s" for %s',
    (owner, expected = 'group:default/operators') => {
      const entity = instanceEntity(
        { ...claim, owner },
        new Set(),
        'group:default/operators',
        appUrl,
      );
      expect(entity.spec?.owner).toBe(expected);
    },
  );

  it('R22: makes two resources of equal claims of two groups', () => {
    const of = (group: string) => {
      const resource = `postgresqlinstances.${group}`;
      return instanceEntity(
        { ...claim, resource },
        new Set([resource]),
        'group:default/operators',
        appUrl,
      );
    };
    const [one, other] = [of('anynines.com'), of('other.com')];
    expect(one.metadata.name).not.toBe(other.metadata.name);
    expect(one.spec?.dependsOn).not.toEqual(other.spec?.dependsOn);
  });

  it.each([
    ['component:default/shop', ['component:default/shop']],
    ['group:default/shop', undefined],
    ['no ref:at:all', undefined],
  ])('of the component %p is a dependency of %p', (component, dependencyOf) => {
    const { spec } = instanceEntity(
      { ...claim, component },
      new Set(),
      'group:default/operators',
      appUrl,
    );
    expect(spec?.dependencyOf).toEqual(dependencyOf);
  });

  it('depends on no service that is not offered any more', () => {
    const entity = instanceEntity(
      claim,
      new Set(),
      'group:default/operators',
      appUrl,
    );
    expect(entity.spec).not.toHaveProperty('dependsOn');
    expect(entity.spec?.owner).toBe('group:default/operators');
  });

  it('makes a service a component', () => {
    const entity = serviceEntity(
      {
        resource: claim.resource,
        kind: claim.kind,
        type: 'instance',
        title: 'PostgreSQL',
        description: 'Relational database',
        icon: 'postgresql',
        offered: true,
        versions: [],
        clusters: [],
      },
      'group:default/operators',
      appUrl,
    );
    expect(entity).toMatchObject({
      kind: 'Component',
      metadata: { name: claim.resource, title: 'PostgreSQL' },
    });
    for (const { url } of entity.metadata.links ?? []) {
      expect(url).toMatch(/^http:\/\/portal.test\/klutch\//);
    }
    expect(() => entityEnvelopeSchemaValidator()(entity)).not.toThrow();
  });
});
