/** Consumer-owned claims: copies stay when their originals are missing, and are reported; on two real clusters. */
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import {
  TwoClusterFixture,
  type RunningKonnector,
} from '../../testing/__testUtils__/twoClusterFixture';
import { SharedSecrets, valueOf } from './__testUtils__/SharedSecrets';

let fixture: TwoClusterFixture;
let secrets: SharedSecrets;
let running: RunningKonnector;

/**
 * Shares a secret and deletes it while no konnector runs.
 * @returns its copy, and the writes to copies after that.
 */
async function loseOriginal(name: string) {
  const copy = await secrets.share(name);
  await running.stop();
  await secrets.delete(name);
  const before = secrets.writes().length;
  running = fixture.startKonnector();
  return { copy, writesSince: () => secrets.writes().slice(before) };
}

beforeAll(async () => {
  fixture = await TwoClusterFixture.start();
  running = fixture.startKonnector();
  secrets = await SharedSecrets.bind(fixture);
  // Two tests wait until orphans have lasted for ten seconds, at the same time.
  await loseOriginal('listed');
  const owner = {
    apiVersion: 'gone.example.com/v1',
    kind: 'App',
    name: 'a',
    uid: 'o',
  };
  await secrets.share('owned', {}, { ownerReferences: [owner] });
  await secrets.delete('owned');
  await secrets.waitForQueueDrained();
}, 90_000);
afterAll(() => fixture?.stop(), 30_000);

describeLong('B17: a secret whose owner was deleted with its type', () => {
  it('keeps its copy, though its deletion was observed', async () => {
    await secrets.waitForOrphans('owned');
    expect(secrets.deletions()).toEqual([]);
    expect(await secrets.copy('owned')).toBeDefined();
  }, 60_000);
});

describeLong(
  'B16: a secret that is missing without an observed deletion',
  () => {
    it('keeps its copy', async () => {
      const { writesSince } = await loseOriginal('kept');
      await secrets.waitForQueueDrained();
      expect(await secrets.copy('kept')).toBeDefined();
      const writes = () =>
        writesSince().map(({ verb, name }) => `${verb} ${name ?? ''}`);
      // The fixture records a write after its response, which is later than the object appears.
      await eventually('the last write is recorded', async () =>
        writes().some(write => write.startsWith('create')),
      );
      expect(writes()).toEqual([expect.stringMatching(/^create/)]);
    });

    it('is listed in a condition of the binding', async () => {
      await secrets.waitForOrphans('listed');
      expect((await fixture.conditions(secrets.binding)).Ready).toBe('True');
    }, 60_000);

    it('takes over its copy when it is restored', async () => {
      const { copy: before } = await loseOriginal('restored');
      await secrets.waitForQueueDrained();
      await secrets.create('restored', { a: '2' });
      const copy = await secrets.waitForCopy(
        'restored',
        found => valueOf(found, 'a') === '2',
      );
      expect(copy.metadata.uid).toBe(before.metadata.uid);
    });
  },
);
