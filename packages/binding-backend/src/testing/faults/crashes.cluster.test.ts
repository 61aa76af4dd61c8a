/**
 * The backend crashes before and after every single write, and another one becomes leader: nothing is left incomplete,
 * created twice or given to another user; on real clusters, under the backend's least-privilege user.
 */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { appClusterScenarios } from './__testUtils__/appClusterScenarios';
import { bindScenarios } from './__testUtils__/bindScenarios';
import { crashAtEach, type Scenario } from './__testUtils__/crashAtEach';
import { CrashFixture } from './__testUtils__/CrashFixture';
import { tenantScenarios } from './__testUtils__/tenantScenarios';
import { tokenScenarios } from './__testUtils__/tokenScenarios';

let on: CrashFixture;
beforeAll(async () => {
  on = await CrashFixture.start();
}, 90_000);
afterAll(() => on?.stop(), 30_000);

/**
 * Crashes at all writes.
 * @returns the expected writes without a crash
 */
const missed = async (what: string, scenario: Scenario): Promise<string[]> => {
  const before = await crashAtEach(on, what, scenario, 'before');
  const after = await crashAtEach(on, what, scenario, 'after');
  return scenario.writes.filter(
    write => !before.includes(write) || !after.includes(write),
  );
};

const { request, ...others } = {
  ...tenantScenarios,
  ...tokenScenarios,
};

it('ends in the same state after a crash before or after every write of a request', async () => {
  expect(await missed('request', request)).toEqual([]);
}, 180_000);

describeLong('crashes before and after every write', () => {
  it.each(
    Object.entries({ ...others, ...bindScenarios, ...appClusterScenarios }),
  )(
    'of %s',
    async (what, scenario) => {
      expect(await missed(what, scenario)).toEqual([]);
    },
    600_000,
  );
});
