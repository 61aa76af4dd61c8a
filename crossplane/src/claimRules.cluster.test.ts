import { core, defineResource } from '@klutch/kube';
import type { Resource } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { loadExamples } from './manifests';
import { dataServices } from './dataServices';
import type { DataService } from './dataServices/DataService';
import { planNames } from './dataServices/plans';
import {
  claims,
  instanceClaim,
  namespace,
  startControlPlane,
} from '../testing/controlPlane';
import type { ControlPlane } from '../testing/controlPlane';
import {
  allCases,
  changeRefusals,
  creationRefusals,
  type PlanCase,
} from '../testing/planMatrix';
import {
  acceptedCreations,
  planUpdates,
  postgresqlSpec,
  refusedCreations,
} from '../testing/postgresqlCases';
import {
  acceptedOtherParameters,
  acceptedParameters,
  refusedOtherParameters,
  refusedParameters,
} from './testing/parameterCases';

jest.setTimeout(120_000);

let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane();
});

afterAll(async () => {
  await plane?.stop();
});

const create = (
  resource: Resource,
  name: string,
  spec: object,
  dryRun = false,
) =>
  plane.client.create(resource, plane.claim(resource, name, spec), { dryRun });
const dryCreate = (resource: Resource, spec: object) =>
  plane.resultOrRejection(create(resource, 'dry', spec, true));

describe('a new PostgreSQL claim', () => {
  it.each(acceptedCreations)('is accepted: %s', async (_id, o) => {
    expect(await dryCreate(claims.instances, postgresqlSpec(o))).toMatchObject({
      kind: 'PostgresqlInstance',
    });
  });

  it.each(refusedCreations)('is refused: %s', async (_id, o, reason) => {
    expect(await dryCreate(claims.instances, postgresqlSpec(o))).toMatch(
      reason,
    );
  });

  it.each(acceptedParameters)(
    'R24: is accepted with the parameter %s %p',
    async (name, value) => {
      const o = { service: 15, plan: 'single-nano' };
      const spec = postgresqlSpec({ ...o, parameters: { [name]: value } });
      expect(await dryCreate(claims.instances, spec)).toMatchObject({
        kind: 'PostgresqlInstance',
      });
    },
  );

  it.each(refusedParameters)(
    'R24: is refused at the field with the parameter %s %p',
    async (name, value) => {
      const o = { service: 15, plan: 'single-nano' };
      const spec = postgresqlSpec({ ...o, parameters: { [name]: value } });
      expect(await dryCreate(claims.instances, spec)).toMatch(
        `spec.parameters.${name}: Invalid value`,
      );
    },
  );

  it('is refused for an unknown composition', async () => {
    const spec = {
      ...postgresqlSpec({ service: 15, plan: 'single-nano' }),
      compositionRef: { name: 'other' },
    };
    expect(await dryCreate(claims.instances, spec)).toMatch(
      /compositionRef.name must be one of a9s-postgresql/,
    );
  });
});

/** What the API server answers: the stored claim, or a message with the first reason to refuse it. */
const answerOf = (
  { kind }: DataService,
  [refusal]: readonly string[],
): unknown =>
  refusal === undefined
    ? expect.objectContaining({ kind })
    : expect.stringContaining(refusal);

describe('a new claim of any service', () => {
  it.each(dataServices.map(service => [service.type, service] as const))(
    '%s: is accepted with the services and plans that the rules allow, and no other',
    async (_, service) => {
      const resource = instanceClaim(service);
      for (const one of allCases.filter(of => of.service === service)) {
        const answer = await dryCreate(resource, one.spec);
        const expected = creationRefusals(one);
        expect([one.spec, answer]).toEqual([
          one.spec,
          answerOf(service, expected),
        ]);
      }
    },
  );

  const specOf = (type: string, parameters: object) => {
    const service = dataServices.find(one => one.type === type)!;
    const one = allCases.find(
      of => of.service === service && /-single-/.test(of.spec.plan),
    );
    return [instanceClaim(service), { ...one?.spec, parameters }] as const;
  };

  it.each(acceptedOtherParameters)(
    '%s: is accepted with the parameter %s %p',
    async (type, name, value) => {
      const [resource, spec] = specOf(type, { [name]: value });
      expect(await dryCreate(resource, spec)).toMatchObject({ spec });
    },
  );

  it.each(refusedOtherParameters)(
    '%s: is refused at the field with the parameter %s %p',
    async (type, name, value) => {
      const [resource, spec] = specOf(type, { [name]: value });
      expect(await dryCreate(resource, spec)).toMatch(
        `spec.parameters.${name}`,
      );
    },
  );

  it.each(['keyvalue', 'search', 'mongodb'])(
    '%s: is accepted without compositionRef, and gets the default',
    async type => {
      const [resource, { service, plan }] = specOf(type, {});
      expect(await dryCreate(resource, { service, plan })).toMatchObject({
        spec: { service, plan },
      });
    },
  );
});

describe('a change of the plan of any service', () => {
  const every = process.env.KLUTCH_LONG === '1' ? 7 : 31;
  /** Some of the changes of a service's plans; the CEL library decides on all (planMatrix.test.ts). */
  const sampleOf = (service: DataService) =>
    allCases
      .filter(one => one.service === service)
      .filter(one => creationRefusals(one).length === 0)
      .flatMap(from => planNames(service).map(plan => ({ from, plan })))
      .filter((_, index) => index % every === 1);

  it.each(dataServices.map(service => [service.type, service] as const))(
    '%s: is accepted and refused as the rules say',
    async (type, service) => {
      const resource = instanceClaim(service);
      const names = new Map<PlanCase, string>();
      for (const { from, plan } of sampleOf(service)) {
        const name = names.get(from) ?? `${type}-${names.size}`;
        if (!names.has(from)) {
          const object = plane.claim(resource, name, from.spec);
          object.metadata.annotations = { 'crossplane.io/paused': 'true' };
          await plane.client.create(resource, object);
          names.set(from, name);
        }
        const answer = await plane.resultOrRejection(
          plane.client.mergePatch(
            resource,
            { name, namespace },
            { spec: { plan } },
            { dryRun: true },
          ),
        );
        const expected = changeRefusals(from, plan);
        expect([from.spec, plan, answer]).toEqual([
          from.spec,
          plan,
          answerOf(service, expected),
        ]);
      }
      expect(names.size).toBeGreaterThan(0);
    },
  );
});

describeLong('rules that read compositionRef without has()', () => {
  const mutantGroup = 'mutant.example.com';

  it('would refuse every claim without one', async () => {
    const crds = defineResource(core.customResourceDefinitions);
    const source = await plane.client.get(crds, {
      name: 'postgresqlinstances.anynines.com',
    });
    const spec = JSON.stringify(source?.spec)
      .replaceAll('!has(self.compositionRef) || ', '')
      .replaceAll('has(self.compositionRef) && ', '')
      .replaceAll('!has(oldSelf.compositionRef) || ', '');
    await plane.client.create(crds, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `postgresqlinstances.${mutantGroup}` },
      spec: { ...JSON.parse(spec), group: mutantGroup },
    });
    const mutant = { ...claims.instances, group: mutantGroup };
    const verdict = await plane.waitForValue('the mutant answers', () =>
      dryCreate(mutant, postgresqlSpec({ service: 15, plan: 'single-nano' })),
    );
    expect(verdict).toMatch(/no such key: compositionRef/);
  });
});

describe('a PostgreSQL claim’s plan', () => {
  // Paused: Crossplane would otherwise try to compose claims of a composition that is not installed.
  const base = async (id: string, spec: object) => {
    const name = id.toLowerCase();
    const object = plane.claim(claims.instances, name, spec);
    object.metadata.annotations = { 'crossplane.io/paused': 'true' };
    await plane.client.create(claims.instances, object);
    return (change: object) =>
      plane.resultOrRejection(
        plane.client.mergePatch(
          claims.instances,
          { name, namespace },
          { spec: change },
          { dryRun: true },
        ),
      );
  };

  it.each(planUpdates)(
    '$id changes only as allowed',
    async ({ id, base: from, accepted, refused }) => {
      const update = await base(id, postgresqlSpec(from));
      for (const plan of accepted) {
        expect([plan, await update({ plan: `postgresql-${plan}` })]).toEqual([
          plan,
          expect.objectContaining({}),
        ]);
      }
      for (const plan of refused) {
        expect([plan, await update({ plan: `postgresql-${plan}` })]).toEqual([
          plan,
          expect.stringMatching(/spec.plan.*the plan cannot/),
        ]);
      }
    },
  );

  it.each([
    [
      'u-8-9',
      { composition: 'a8s' as const, service: 13, plan: 'single-nano' },
      14,
    ],
    [
      'u-9-5',
      { composition: 'a9s' as const, service: 13, plan: 'single-nano' },
      15,
    ],
  ])('%s: the service is fixed', async (id, from, other) => {
    const update = await base(id, postgresqlSpec(from));
    expect(
      await update({ service: `a9s-postgresql${from.service}` }),
    ).toMatchObject({});
    expect(await update({ service: `a9s-postgresql${other}` })).toMatch(
      /spec.service.*cannot be changed/,
    );
  });

  it('keeps its composition, once named', async () => {
    const update = await base(
      'named',
      postgresqlSpec({ composition: 'a9s', service: 13, plan: 'single-small' }),
    );
    expect(
      await update({ compositionRef: { name: 'a8s-postgresql' } }),
    ).toMatch(/compositionRef cannot be changed/);
  });
});

describe('a new backup, service binding or restore', () => {
  const types = [
    'keyvalue',
    'logme2',
    'mariadb',
    'messaging',
    'mongodb',
    'prometheus',
    'search',
    'postgresql',
  ];
  const kinds: [string, Resource, (type: string) => object][] = [
    [
      'backup',
      claims.backups,
      serviceInstanceType => ({ instanceRef: 'db', serviceInstanceType }),
    ],
    [
      'servicebinding',
      claims.bindings,
      serviceInstanceType => ({ instanceRef: 'db', serviceInstanceType }),
    ],
    [
      'restore',
      claims.restores,
      serviceInstanceType => ({
        backupRef: 'b',
        instanceRef: 'db',
        serviceInstanceType,
      }),
    ],
  ];

  it.each(kinds)(
    '%s: a8s takes postgresql only, a9s and the default take every type',
    async (word, resource, spec) => {
      for (const type of types) {
        for (const ref of [{ compositionRef: { name: `a9s-${word}` } }, {}]) {
          expect(
            await dryCreate(resource, { ...spec(type), ...ref }),
          ).toMatchObject({ kind: resource.kind });
        }
      }
      const a8s = { compositionRef: { name: `a8s-${word}` } };
      for (const type of types.filter(other => other !== 'postgresql')) {
        expect(await dryCreate(resource, { ...spec(type), ...a8s })).toMatch(
          /spec.serviceInstanceType.*serves postgresql only/,
        );
      }
      expect(
        await dryCreate(resource, { ...spec('postgresql'), ...a8s }),
      ).toMatchObject({ kind: resource.kind });
    },
  );

  it.each<[string, Resource, object, RegExp]>([
    [
      'V-B-8',
      claims.backups,
      { serviceInstanceType: 'postgresql' },
      /spec.instanceRef: Required/,
    ],
    [
      'V-B-9',
      claims.backups,
      { instanceRef: 'db' },
      /spec.serviceInstanceType: Required/,
    ],
    [
      'an unknown type',
      claims.backups,
      { instanceRef: 'db', serviceInstanceType: 'oracle' },
      /Unsupported value/,
    ],
    [
      'an empty instanceRef',
      claims.bindings,
      { instanceRef: '', serviceInstanceType: 'postgresql' },
      /spec.instanceRef/,
    ],
    [
      'an a8s restore without instanceRef',
      claims.restores,
      {
        backupRef: 'b',
        serviceInstanceType: 'postgresql',
        compositionRef: { name: 'a8s-restore' },
      },
      /a8s-restore needs instanceRef/,
    ],
  ])('is refused: %s', async (_id, resource, spec, reason) => {
    expect(await dryCreate(resource, spec)).toMatch(reason);
  });

  it('needs no instanceRef to restore with a9s', async () => {
    expect(
      await dryCreate(claims.restores, {
        backupRef: 'b',
        serviceInstanceType: 'postgresql',
      }),
    ).toMatchObject({
      kind: 'Restore',
    });
  });
});

describe('the examples', () => {
  it('are all accepted', async () => {
    for (const example of await loadExamples()) {
      const resource = [
        ...Object.values(claims),
        ...dataServices.map(instanceClaim),
      ].find(({ kind }) => kind === example.kind);
      if (!resource) throw new Error(`no claim ${example.kind}`);
      expect(await dryCreate(resource, example.spec ?? {})).toMatchObject({
        kind: example.kind,
      });
    }
  });
});
