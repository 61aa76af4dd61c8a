import { mockServices } from '@backstage/backend-test-utils';
import { ConfigReader } from '@backstage/config';
import type { JsonObject } from '@backstage/types';
import { readProviderConfig } from './providerConfig';

const read = (klutch?: JsonObject) =>
  readProviderConfig(
    new ConfigReader({
      app: { baseUrl: 'http://portal.test/' },
      ...(klutch && { catalog: { providers: { klutch } } }),
    }),
  );

describe('readProviderConfig', () => {
  it('needs no configuration', () => {
    const config = read();
    expect(config).toMatchObject({
      context: {
        defaultOwner: 'group:default/operators',
        portalUrl: 'http://portal.test/klutch',
      },
      hasKnownOwner: false,
      schedule: { frequency: { seconds: 30 }, scope: 'local' },
      removalThreshold: 0.5,
      templates: true,
      hasInstances: false,
    });
    expect(config.includesNamespace('any')).toBe(false);
    expect(config.context.isPublic('any')).toBe(false);
  });

  it('does not infer from roles that the installed policy limits who sees instances', () => {
    const config = readProviderConfig(
      new ConfigReader({
        app: { baseUrl: 'http://portal.test/' },
        permission: { enabled: true },
        klutch: { permission: { roles: { operators: ['group:ops'] } } },
      }),
    );
    expect(config.hasInstances).toBe(false);
    expect(config.includesNamespace('any')).toBe(false);
  });

  it.each([
    [undefined, ['user:ann', 'ops'], 'group:default/ops'],
    [undefined, ['not a ref', 'user:default/ann'], 'user:default/ann'],
    ['group:default/platform', ['ops'], 'group:default/platform'],
  ])(
    'with defaultOwner %p and the operators %j has the owner %s',
    (defaultOwner, operators, expected) => {
      const { context, hasKnownOwner } = readProviderConfig(
        new ConfigReader({
          app: { baseUrl: 'http://portal.test/' },
          klutch: { permission: { roles: { operators } } },
          ...(defaultOwner && {
            catalog: { providers: { klutch: { defaultOwner } } },
          }),
        }),
      );
      expect(context.defaultOwner).toBe(expected);
      expect(hasKnownOwner).toBe(true);
    },
  );

  it.each([
    [undefined, 'local'],
    ['local', 'local'],
    ['global', 'global'],
  ])('with the scope %s of a schedule has the scope %s', (scope, expected) => {
    const { schedule } = read({
      schedule: {
        frequency: { minutes: 1 },
        timeout: { minutes: 3 },
        ...(scope && { scope }),
      },
    });
    expect(schedule).toMatchObject({
      frequency: { minutes: 1 },
      timeout: { minutes: 3 },
      scope: expected,
    });
  });

  it('reads the system, which may be a name', () => {
    expect(read({ system: 'data-services' }).context.system).toBe(
      'system:default/data-services',
    );
    expect(read().context).not.toHaveProperty('system');
  });

  it.each(['group:default/platform', 'a:b/c/d'])(
    'refuses the system %s',
    system => {
      expect(() => read({ system })).toThrow(
        'catalog.providers.klutch.system must be the entity ref of a system',
      );
    },
  );

  it("has links to the app's mount path of the portal", () => {
    const { context } = readProviderConfig(
      mockServices.rootConfig({
        data: {
          app: { baseUrl: 'http://portal.test/' },
          klutch: { mountPath: '/data/services/' },
        },
      }),
    );
    expect(context.portalUrl).toBe('http://portal.test/data/services');
  });

  it.each([
    ['*', [true, true]],
    ['team-a', [true, false]],
    [
      ['team-a', 'team-c'],
      [true, false],
    ],
    [
      ['team-a', '*'],
      [true, true],
    ],
    [[], [false, false]],
  ])('with namespaces %j includes team-a and team-b: %j', (names, expected) => {
    const { includesNamespace } = read({ namespaces: names });
    expect(['team-a', 'team-b'].map(includesNamespace)).toEqual(expected);
    const { isPublic } = read({ publicNamespaces: names }).context;
    expect(['team-a', 'team-b'].map(isPublic)).toEqual(expected);
  });

  it.each([
    ['removalThreshold', 50],
    ['removalThreshold', -0.1],
  ])('refuses %s: %p with an error that names the key', (key, value) => {
    expect(() => read({ [key]: value })).toThrow(
      `catalog.providers.klutch.${key}`,
    );
  });
});
