import {
  apiEntityV1alpha1Validator,
  componentEntityV1alpha1Validator,
  EntityPolicies,
  FieldFormatEntityPolicy,
  NoForeignRootFieldsEntityPolicy,
  SchemaValidEntityPolicy,
  type Entity,
} from '@backstage/catalog-model';
import { parse } from 'yaml';
import {
  appCluster,
  claim,
  context,
  postgresql,
  service,
} from '../__testUtils__/fixtures';
import { instanceResource } from './instanceResource';
import { platformEntities } from './platformEntities';
import { serviceApi } from './serviceApi';

const entitiesOf = (changes = {}, templates = true) =>
  platformEntities(
    { services: [service(changes)], appClusters: [appCluster('apps-dev')] },
    context,
    templates,
  );

const kinds = (entities: Entity[]) => entities.map(({ kind }) => kind);

const definitionOf = (changes: Parameters<typeof service>[0]): unknown =>
  parse(String(serviceApi(service(changes), context).spec?.definition));

describe('platformEntities', () => {
  it('makes an offered service a Component that provides an API, and a Template', async () => {
    const [component, api, template] = entitiesOf();
    expect(component).toMatchObject({
      kind: 'Component',
      metadata: { name: postgresql, title: 'PostgreSQL' },
      spec: {
        lifecycle: 'production',
        providesApis: [`api:default/${postgresql}`],
      },
    });
    expect(api).toMatchObject({ kind: 'API', metadata: { name: postgresql } });
    expect(template).toMatchObject({
      kind: 'Template',
      metadata: { name: postgresql },
    });
    expect(await componentEntityV1alpha1Validator.check(component!)).toBe(true);
    expect(await apiEntityV1alpha1Validator.check(api!)).toBe(true);
  });

  it('belongs to the system of the configuration, if there is one', () => {
    const systemsOf = (system?: string) =>
      platformEntities(
        { services: [service()], appClusters: [appCluster('apps-dev')] },
        { ...context, system },
        false,
      ).map(({ spec }) => spec?.system);
    const system = 'system:default/data-services';
    expect(systemsOf(system)).toEqual([system, system, system]);
    expect(systemsOf()).toEqual([undefined, undefined, undefined]);
  });

  it('has absolute links below the path of the portal only', () => {
    const links = entitiesOf().flatMap(({ metadata }) => metadata.links ?? []);
    expect(links).not.toEqual([]);
    for (const { url } of links) {
      expect(url).toMatch(/^http:\/\/portal\.test\/klutch\//);
    }
  });

  it('has entities that the catalog accepts', async () => {
    const policy = EntityPolicies.allOf([
      new SchemaValidEntityPolicy(),
      new NoForeignRootFieldsEntityPolicy(),
      new FieldFormatEntityPolicy(),
    ]);
    const instance = instanceResource(claim(), new Set([postgresql]), context);
    for (const entity of [...entitiesOf(), instance]) {
      await expect(policy.enforce(entity)).resolves.toEqual(entity);
    }
  });

  it('has no Template of a withdrawn service', () => {
    const entities = entitiesOf({ offered: false });
    expect(kinds(entities)).toEqual(['Component', 'API', 'Resource']);
    expect(entities.map(({ spec }) => spec?.lifecycle)).toEqual([
      'deprecated',
      'deprecated',
      undefined,
    ]);
  });

  it('has no Templates where they are switched off', () => {
    expect(kinds(entitiesOf({}, false))).not.toContain('Template');
  });
});

describe('serviceApi', () => {
  it('has the CRD as its definition, without keywords of forms', () => {
    const spec = { type: 'object', 'x-kubernetes-validations': [] };
    const schema = {
      type: 'object',
      properties: { spec: { ...spec, 'x-klutch-unit': 'ms' } },
    };
    expect(definitionOf({ schema })).toEqual({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: postgresql },
      spec: {
        group: 'anynines.com',
        names: { kind: 'PostgresqlInstance', plural: 'postgresqlinstances' },
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: { type: 'object', properties: { spec } },
            },
          },
        ],
      },
    });
  });

  it('names the API where the schema is unknown', () => {
    expect(definitionOf({ schema: {} })).toEqual({
      group: 'anynines.com',
      kind: 'PostgresqlInstance',
      plural: 'postgresqlinstances',
      versions: ['v1'],
    });
  });
});
