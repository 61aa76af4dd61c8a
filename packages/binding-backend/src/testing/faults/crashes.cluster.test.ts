/**
 * The backend crashes before and after every single write, and another one takes over: nothing is left half done, made
 * twice or given to somebody else; on real clusters, under the backend's least-privilege user.
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

/** Crashes at all of its writes. @returns those that are known to belong to it and were not crossed. */
const missed = async (what: string, scenario: Scenario): Promise<string[]> => {
  const before = await crashAtEach(on, what, scenario, 'before');
  const after = await crashAtEach(on, what, scenario, 'after');
  return scenario.writes.filter(
    write => !before.includes(write) || !after.includes(write),
  );
};

const { provision, request, ...others } = {
  ...tenantScenarios,
  ...tokenScenarios,
};

it.each(Object.entries({ provision, request }))(
  'crashes before and after every write change nothing in the end: %s',
  async (what, scenario) => {
    expect(await missed(what, scenario)).toEqual([]);
  },
  180_000,
);

describeLong('crashes before and after every write', () => {
  it.each(
    Object.entries({ ...others, ...bindScenarios, ...appClusterScenarios }),
  )(
    '%s',
    async (what, scenario) => {
      expect(await missed(what, scenario)).toEqual([]);
    },
    600_000,
  );
});
