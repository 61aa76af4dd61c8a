/** Runs `before-leaving`, and konnectors whose lease the command checks. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { core } from '@klutch/kube';
import { remoteSettings } from '../../cli/controlPlaneFlags';
import { konnectorCommand } from '../../cli/flags';
import { eventually } from '../../testing/__testUtils__/clusterSetup';
import type {
  RunningKonnector,
  TwoClusterFixture,
} from '../../testing/__testUtils__/twoClusterFixture';
import { beforeLeavingCommand } from '../command';
import type { MigrationReport } from '../migrationReport';

const lease = { namespace: 'klutch-bind', name: 'klutch-bind' };

/** Starts a konnector and waits until it is the leader. */
export async function startLeader(
  fixture: TwoClusterFixture,
): Promise<RunningKonnector> {
  const running = fixture.startKonnector({ lease });
  await eventually('the konnector is the leader', async () => {
    const found = await fixture.consumer.get(core.leases, lease);
    return Boolean(found?.spec?.holderIdentity);
  });
  return running;
}

/** Runs the command with the konnector's own rights; returns its output. */
export async function runBeforeLeaving(
  { konnectorConfig }: TwoClusterFixture,
  ...args: string[]
): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'klutch-leaving-'));
  const file = join(dir, 'kubeconfig');
  writeFileSync(file, konnectorConfig, { mode: 0o600 });
  let printed = '';
  const command = beforeLeavingCommand(text => {
    printed += text;
  }, remoteSettings);
  try {
    await konnectorCommand(async () => undefined)
      .addCommand(command)
      .parseAsync([
        ...['node', 'klutch-konnector', 'before-leaving'],
        ...['--kubeconfig', file, ...args],
      ]);
  } finally {
    rmSync(dir, { recursive: true });
  }
  return printed;
}

/** The report of the command. */
export const readReport = async (
  fixture: TwoClusterFixture,
): Promise<MigrationReport> =>
  JSON.parse(await runBeforeLeaving(fixture, '-o', 'json'));
