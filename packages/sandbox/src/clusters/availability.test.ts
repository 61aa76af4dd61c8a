import { loadXrds } from '@klutch/crossplane';
import { isProvided, withAvailability } from './availability';

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
