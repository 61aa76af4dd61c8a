import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  entityEnvelopeSchemaValidator,
  type Entity,
} from '@backstage/catalog-model';
import {
  templateEntityV1beta3Validator,
  type TemplateEntityV1beta3,
} from '@backstage/plugin-scaffolder-common';
import {
  claimChoices,
  specSchemaOf,
  type ClaimSchema,
} from '@klutch/backstage-plugin-klutch-common';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { context, postgresql, service } from '../__testUtils__/fixtures';
import { serviceTemplate } from './serviceTemplate';

/** The parts of an XRD that these tests read. */
interface Definition {
  spec: {
    group: string;
    claimNames: { kind: string; plural: string };
    defaultCompositionRef?: { name: string };
    metadata?: { annotations?: Record<string, string> };
    versions: { name: string; schema: { openAPIV3Schema: ClaimSchema } }[];
  };
}

const apis = join(__dirname, '../../../../crossplane/apis');

const choices = (values: string[]) =>
  values.map(value => ({ value, title: value, available: true }));

/** The services of the Crossplane package, as the portal describes them. */
const services = readdirSync(apis).flatMap(folder => {
  const file = join(apis, folder, 'definition.yaml');
  const { spec }: Definition = parse(readFileSync(file, 'utf8'));
  const { annotations = {} } = spec.metadata ?? {};
  if (annotations['klutch.anynines.com/kind'] !== 'instance') return [];
  const { kind, plural } = spec.claimNames;
  const schema = spec.versions[0]!.schema.openAPIV3Schema;
  const composition = spec.defaultCompositionRef?.name;
  const chosen = claimChoices(specSchemaOf(schema), { composition });
  return service({
    resource: `${plural}.${spec.group}`,
    kind,
    plural,
    schema,
    ...(composition && { defaultComposition: composition }),
    versions: choices(chosen.service),
    plans: choices(chosen.plan),
  });
});

const template = (...args: Parameters<typeof service>) =>
  serviceTemplate(service(...args), context) as TemplateEntityV1beta3;

const pagesOf = (entity: Entity) => {
  const { parameters } = (entity as TemplateEntityV1beta3).spec;
  return Array.isArray(parameters) ? parameters : [];
};

const inputOf = (entity: TemplateEntityV1beta3) => entity.spec.steps[0]?.input;

const schemaWith = (properties: Record<string, ClaimSchema>) => ({
  properties: { spec: { type: 'object', properties } },
});

describe('Templates of all services of the Crossplane package', () => {
  it('is about services', () => {
    expect(services.map(({ resource }) => resource)).toContain(postgresql);
  });

  it.each(services.map(each => [each.kind, each] as const))(
    'the Template of %s is accepted by catalog, scaffolder and form',
    async (_, each) => {
      const entity = serviceTemplate(each, context);
      expect(() => entityEnvelopeSchemaValidator()(entity)).not.toThrow();
      expect(await templateEntityV1beta3Validator.check(entity)).toBe(true);
      const ajv = new Ajv({ strict: false });
      expect(pagesOf(entity).map(({ title }) => title)).toEqual([
        'Where',
        'What',
        'Settings',
      ]);
      for (const page of pagesOf(entity)) {
        expect(() => ajv.compile(page)).not.toThrow();
      }
      expect(JSON.stringify(pagesOf(entity))).not.toMatch(/"x-/);
    },
  );
});

describe('serviceTemplate', () => {
  it('asks for name, target, owner and component first', () => {
    const [where] = pagesOf(template());
    expect(where).toMatchObject({
      required: ['name', 'target'],
      properties: {
        target: {
          'ui:field': 'KlutchTarget',
          'ui:options': { resource: postgresql },
        },
        owner: { 'ui:field': 'KlutchOwner' },
      },
    });
    const validate = new Ajv({ strict: false }).compile(where!);
    const target = { cluster: 'apps-dev', namespace: 'team-a' };
    expect(validate({ name: 'orders-db', target })).toBe(true);
    expect(validate({ name: 'Orders_DB', target })).toBe(false);
    expect(validate({ name: 'orders-db' })).toBe(false);
  });

  it('orders what was entered', () => {
    const schema = schemaWith({
      service: { type: 'string' },
      plan: { type: 'string' },
      compositionRef: { type: 'object' },
      'log-level': { type: 'string' },
    });
    const defaultComposition = 'a9s-postgresql';
    expect(inputOf(template({ schema, defaultComposition }))).toEqual({
      cluster: '${{ parameters.target.cluster }}',
      namespace: '${{ parameters.target.namespace }}',
      resource: postgresql,
      name: '${{ parameters.name }}',
      owner: '${{ parameters.owner }}',
      component: '${{ parameters.component }}',
      system: '${{ parameters.system }}',
      spec: {
        compositionRef: { name: 'a9s-postgresql' },
        service: '${{ parameters.plan.service }}',
        plan: '${{ parameters.plan.plan }}',
        'log-level': '${{ parameters["log-level"] }}',
      },
    });
  });

  it('asks for service and plan as settings where the API has no choices', () => {
    const schema = schemaWith({ size: { type: 'string' } });
    const entity = template({ schema, versions: [], plans: [] });
    expect(pagesOf(entity).map(({ title }) => title)).toEqual([
      'Where',
      'Settings',
    ]);
    expect(inputOf(entity)?.spec).toEqual({
      size: '${{ parameters["size"] }}',
    });
  });

  it('has no settings page without settings', () => {
    const titles = pagesOf(template()).map(({ title }) => title);
    expect(titles).toEqual(['Where', 'What']);
  });

  it('gives a setting with the name of another parameter its own name', () => {
    const entity = template({
      schema: {
        properties: {
          spec: {
            required: ['owner'],
            properties: { owner: { type: 'string' } },
          },
        },
      },
    });
    expect(pagesOf(entity)[2]).toMatchObject({
      required: ['spec-owner'],
      properties: { 'spec-owner': { type: 'string' } },
    });
    expect(inputOf(entity)?.spec).toMatchObject({
      owner: '${{ parameters["spec-owner"] }}',
    });
  });
});
