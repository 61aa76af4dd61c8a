import { loadXrds } from '@klutch/crossplane';
import { isProvided, withAvailability } from './availability';

describe('what the sandbox cannot provide', () => {
  it('is published on the API, each value with the reason', async () => {
    const xrds = withAvailability(await loadXrds());
    const postgresql = xrds.find(
      ({ spec }) => spec.claimNames.kind === 'PostgresqlInstance',
    );
    const unavailable = JSON.parse(
      postgresql?.spec.metadata?.annotations?.[
        'klutch.anynines.com/unavailable'
      ] ?? '{}',
    );
    expect(Object.keys(unavailable.service)).toEqual(
      expect.arrayContaining(['a9s-postgresql13', 'a9s-postgresql17']),
    );
    expect(unavailable.service).not.toHaveProperty('a9s-postgresql15');
    expect(unavailable.plan['postgresql-replica-small']).toMatch(
      /replica plans are not available here/,
    );
    expect(unavailable.plan).not.toHaveProperty('postgresql-single-nano');
  });

  it('names services that the provider does not run', async () => {
    const xrd = withAvailability(await loadXrds()).find(
      ({ spec }) => spec.claimNames.kind === 'SearchInstance',
    );
    const unavailable = JSON.parse(
      xrd?.spec.metadata?.annotations?.['klutch.anynines.com/unavailable'] ??
        '{}',
    );
    expect(unavailable.service['a9s-search2']).toMatch(
      /^Search is not available here yet\.$/,
    );
  });

  it('leaves the other APIs unchanged', async () => {
    const xrds = await loadXrds();
    const bindings = (all: typeof xrds) =>
      all.find(({ spec }) => spec.claimNames.kind === 'ServiceBinding');
    expect(bindings(withAvailability(xrds))).toBe(bindings(xrds));
  });

  it('hides services of which the provider runs none', async () => {
    const provided = (await loadXrds()).filter(isProvided);
    expect(provided.map(({ spec }) => spec.claimNames.kind).sort()).toEqual([
      'Backup',
      'KeyvalueInstance',
      'MariadbInstance',
      'MessagingInstance',
      'MongodbInstance',
      'PostgresqlInstance',
      'PrometheusInstance',
      'Restore',
      'ServiceBinding',
    ]);
  });
});
