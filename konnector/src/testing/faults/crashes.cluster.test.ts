/**
 * The konnector crashes before and after every single write, and another one replaces it: nothing is lost, created
 * twice, or deleted without a user's request; on two real clusters.
 */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { bindingScenarios } from './__testUtils__/bindingScenarios';
import { crashAtEach } from './__testUtils__/crashAtEach';
import { CrashFixture } from './__testUtils__/CrashFixture';
import { lifecycleScenarios } from './__testUtils__/lifecycleScenarios';
import {
  namespaceScenarios,
  objectScenarios,
} from './__testUtils__/objectScenarios';
import type { Scenario } from './__testUtils__/Scenario';
import { secretScenarios } from './__testUtils__/secretScenarios';

let fixture: CrashFixture;
beforeAll(async () => {
  fixture = await CrashFixture.start();
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

/** Crashes at all known writes of the scenario. */
async function check(what: string, scenario: Scenario): Promise<void> {
  for (const when of ['before', 'after'] as const) {
    const points = await crashAtEach(fixture, what, scenario, when);
    expect(points).toEqual(expect.arrayContaining(scenario.writes));
  }
}

const { delete: deletion, ...changes } = objectScenarios;

it('crashes before and after every write of a deletion change nothing in the end', async () => {
  await check('delete', deletion);
  expect(fixture.unexpectedDeletes()).toEqual([]);
}, 120_000);

describeLong('crashes before and after every write', () => {
  it.each(
    Object.entries({
      ...changes,
      ...namespaceScenarios,
      ...lifecycleScenarios,
      ...secretScenarios,
      ...bindingScenarios,
    }),
  )(
    '%s',
    async (what, scenario) => {
      await check(what, scenario);
      expect(fixture.unexpectedDeletes()).toEqual([]);
    },
    600_000,
  );
});
