import {
  ruleViolations,
  specSchemaOf,
} from '@klutch/backstage-plugin-klutch-common';
import { loadXrds } from '@klutch/crossplane';
import { isProvided, withAvailability, withPlanLimits } from './availability';

describe('what the sandbox cannot provide', () => {
  it('is published on the API, each value with the reason', async () => {
    const xrds = withAvailability(await loadXrds());
    const unavailableOf = (kind: string) => {
      const { metadata } =
        xrds.find(({ spec }) => spec.claimNames.kind === kind)?.spec ?? {};
      const annotation =
        metadata?.annotations?.['klutch.anynines.com/unavailable'];
      return JSON.parse(annotation ?? '{}');
    };
    expect(unavailableOf('MariadbInstance').service).toEqual({
      'a9s-mariadb106': expect.stringMatching(/is not available here/),
    });
    const unavailable = unavailableOf('PostgresqlInstance');
    expect(unavailable.service).toEqual({});
    expect(unavailable.plan['postgresql-replica-small']).toMatch(
      /replica plans are not available here/,
    );
    expect(unavailable.plan).not.toHaveProperty('postgresql-single-nano');
  });

  it('leaves the other APIs unchanged', async () => {
    const xrds = await loadXrds();
    const bindings = (all: typeof xrds) =>
      all.find(({ spec }) => spec.claimNames.kind === 'ServiceBinding');
    expect(bindings(withAvailability(xrds))).toBe(bindings(xrds));
  });

  it('is no service as a whole: the provider has an engine for each', async () => {
    const xrds = await loadXrds();
    expect(xrds.filter(isProvided)).toEqual(xrds);
  });
});

it.each([
  ['maxclients', 50, 51, '50'],
  ['maxmemory', '32mb', '33mb', '32mb'],
  ['maxmemory', '33554432', '33554433', '32mb'],
  ['maxmemory', '32m', '34m', '32mb'],
  ['maxmemory', 'dynamic', '1gb', '32mb'],
])(
  'a form refuses what the plan does not allow: %s %p and %p',
  async (parameter, accepted, refused, limit) => {
    const xrd = withPlanLimits(await loadXrds()).find(
      ({ spec }) => spec.claimNames.kind === 'KeyvalueInstance',
    );
    const schema = xrd?.spec.versions[0]?.schema.openAPIV3Schema ?? {};
    const refusals = (value: unknown) =>
      ruleViolations(specSchemaOf(schema), {
        service: 'a9s-keyvalue8',
        plan: 'keyvalue-single-nano-ssl',
        parameters: { [parameter]: value },
      });
    expect(refusals(accepted)).toEqual([]);
    expect(refusals(refused)).toEqual([
      {
        field: `spec.parameters.${parameter}`,
        message: `must be at most ${limit} with this plan; lower it or choose a bigger plan`,
      },
    ]);
  },
);
