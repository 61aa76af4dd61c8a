/** Permission claims of cluster-scoped types that are not served, and why; on two real clusters. */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { createOnProvider } from '../../testing/__testUtils__/claimLifecycles';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import { TwoClusterFixture } from '../../testing/__testUtils__/twoClusterFixture';
import {
  claimOn,
  ClusterScopedTypes,
} from './__testUtils__/ClusterScopedTypes';

const clusterNamespace = 'klutch.anynines.com/cluster-namespace';
const clusterRoles = claimOn(
  'clusterroles',
  'Provider',
  'rbac.authorization.k8s.io',
);
let fixture: TwoClusterFixture;
let types: ClusterScopedTypes;
/** States of the condition of `fresh`, from its binding to the refusal. */
let statesOfFresh: Promise<string[]>;

/** States of the condition PermissionClaimsServed until it reports the refusal. */
async function recordStates(api: string): Promise<string[]> {
  const seen = new Set<string>();
  await eventually('the refusal is reported', async () => {
    const { PermissionClaimsServed = 'nothing' } = await fixture.conditions(
      `${api}.example.com`,
    );
    seen.add(PermissionClaimsServed);
    return PermissionClaimsServed === 'False/ClaimNotServed';
  });
  seen.delete('nothing');
  return [...seen];
}

beforeAll(async () => {
  fixture = await TwoClusterFixture.start({
    only: { solos: { isolation: 'None' }, islands: { isolation: 'None' } },
  });
  fixture.startKonnector();
  types = new ClusterScopedTypes(fixture);
  await types.install(['islands']);
  const islands = types.view('islands');
  await createOnProvider(islands, 'theirs', {
    annotations: { [clusterNamespace]: 'cluster-y' },
  });
  await islands.submit('mine');
  await types.offerAndBind('crowns', []);
  await fixture.waitForReady('crowns.example.com');
  // The condition is set once the failure has lasted for 10 s, at the same time for all APIs.
  await types.offerAndBind('fresh', [clusterRoles]);
  statesOfFresh = recordStates('fresh');
  await types.offerAndBind('crowns', [clusterRoles]);
  await types.offerAndBind('solos', [claimOn('islands', 'Consumer')]);
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

describeLong('claims that are not served', () => {
  const waitForMessage = (api: string, text: string) =>
    eventually(`the condition contains: ${text}`, async () => {
      const found = await fixture.condition(
        `${api}.example.com`,
        'PermissionClaimsServed',
      );
      return found?.message?.includes(text);
    });

  it('include, with isolation None, a type of which another app cluster has copies', async () => {
    const islands = types.view('islands');
    await waitForMessage('solos', 'one app cluster only');
    expect(await islands.copy('mine')).toBeUndefined();
    await islands.deleteCopy('theirs');
    await islands.waitForCopy('mine', () => true);
  }, 60_000);

  it('are never reported as served before they are refused', async () => {
    expect(await statesOfFresh).toEqual([
      'Unknown/Pending',
      'False/ClaimNotServed',
    ]);
  }, 60_000);

  it('include cluster roles, which would give the provider control of the app cluster', async () => {
    await waitForMessage('crowns', 'controls the whole cluster');
    const touched = fixture
      .writes('consumer')
      .filter(({ resource }) => resource === 'clusterroles');
    expect(touched).toEqual([]);
  }, 60_000);
});
