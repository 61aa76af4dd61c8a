import { entityEnvelopeSchemaValidator } from '@backstage/catalog-model';
import { claim, context, postgresql } from '../__testUtils__/fixtures';
import { appClusterResource } from './appClusterResource';
import { instanceResource } from './instanceResource';

const noServices = new Set<string>();

describe('instanceResource', () => {
  it('makes an instance a resource of the user who ordered it', () => {
    const entity = instanceResource(
      claim({ owner: 'user:default/alice' }),
      new Set([postgresql]),
      context,
    );
    expect(entity.spec).toMatchObject({
      owner: 'user:default/alice',
      dependsOn: [
        'component:default/postgresqlinstances.anynines.com',
        'resource:default/apps-dev',
      ],
    });
    expect(entity.metadata).toMatchObject({
      name: 'apps-dev_team-a_postgresqlinstances.anynines.com_orders-db',
      annotations: {
        'klutch.anynines.com/claim':
          'apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
      },
    });
    expect(() => entityEnvelopeSchemaValidator()(entity)).not.toThrow();
  });

  it('says which instances everybody may see', () => {
    const isPublic = (namespace: string) => namespace === 'shared';
    const visibility = (namespace: string) =>
      instanceResource(claim({ namespace }), noServices, {
        ...context,
        isPublic,
      }).metadata.annotations?.['klutch.anynines.com/visibility'];
    expect(visibility('shared')).toBe('public');
    expect(visibility('team-a')).toBeUndefined();
  });

  it('links to the path where the portal is mounted', () => {
    const { metadata } = instanceResource(claim(), noServices, {
      ...context,
      portalUrl: 'http://portal.test/data',
    });
    expect(metadata.links?.[0]?.url).toBe(
      'http://portal.test/data/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
    );
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
    (owner, expected = context.defaultOwner) => {
      const entity = instanceResource(claim({ owner }), noServices, context);
      expect(entity.spec?.owner).toBe(expected);
    },
  );

  it('R22: makes two resources of equal claims of two groups', () => {
    const of = (group: string) => {
      const resource = `postgresqlinstances.${group}`;
      const services = new Set([resource]);
      return instanceResource(claim({ resource }), services, context);
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
    const { spec } = instanceResource(
      claim({ component }),
      noServices,
      context,
    );
    expect(spec?.dependencyOf).toEqual(dependencyOf);
  });

  it.each([
    ['system:default/shop', 'system:default/shop'],
    ['group:default/shop', undefined],
    [undefined, undefined],
  ])('of the system annotation %p belongs to %p', (system, expected) => {
    const { spec } = instanceResource(claim({ system }), noServices, context);
    expect(spec?.system).toBe(expected);
  });

  it('depends on no service that the catalog does not have', () => {
    const { spec } = instanceResource(claim(), noServices, context);
    expect(spec).toMatchObject({
      owner: context.defaultOwner,
      dependsOn: ['resource:default/apps-dev'],
    });
  });
});

it('makes an app cluster a resource of type kubernetes-cluster', () => {
  const entity = appClusterResource(
    { id: 'apps-dev', title: 'Development' },
    context,
  );
  expect(entity).toMatchObject({
    kind: 'Resource',
    metadata: {
      name: 'apps-dev',
      title: 'Development',
      links: [{ url: 'http://portal.test/klutch/instances?cluster=apps-dev' }],
    },
    spec: { type: 'kubernetes-cluster', owner: context.defaultOwner },
  });
  expect(() => entityEnvelopeSchemaValidator()(entity)).not.toThrow();
});
