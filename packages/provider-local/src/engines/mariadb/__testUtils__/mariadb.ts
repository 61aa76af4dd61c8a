/** Shared helpers of the tests with real MariaDB servers. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceHost } from '../../../host/ServiceHost';
import { InstanceOrder } from '../../../host/reports';
import { runProgram } from '../../../host/runProgram';
import { instanceId, openEngine } from '../../../testing/host';
import { mariadb } from '../engine';
import { MariadbPrograms, findPrograms } from '../programs';

export const openService = (
  dataDir: string,
  errors?: unknown[],
): Promise<ServiceHost> => openEngine(mariadb, dataDir, errors);

/** An order of a MariaDB 10.11. */
export const orderOf = (
  plan = 'mariadb-single-nano-ssl',
  parameters: Record<string, unknown> = {},
  id = instanceId,
): InstanceOrder => ({
  id,
  title: 'orders',
  serviceName: 'a9s-mariadb1011',
  planName: plan,
  parameters,
});

/** Folder of an instance under the data folder of a service. */
export const instanceFolder = (dataDir: string, id = instanceId) =>
  join(dataDir, 'mariadb', 'instances', id);

export const readInstanceRecord = async (dataDir: string) =>
  JSON.parse(
    await readFile(join(instanceFolder(dataDir), 'instance.json'), 'utf8'),
  ) as { adminPassword: string; ports: { sql: number; admin: number } };

/** Pid of the server of an instance. */
export const serverPid = async (dataDir: string) =>
  Number(
    await readFile(join(instanceFolder(dataDir), 'data', 'server.pid'), 'utf8'),
  );

let programs: Promise<MariadbPrograms> | undefined;

/** Runs statements as a user of the service does, with a verified certificate. Returns rows with tabs. */
export async function sql(
  secret: Record<string, string>,
  statements: string,
  { database = secret.name, tls = true } = {},
): Promise<string[]> {
  programs ??= findPrograms({
    runAs: {},
    folder: '/nonexistent',
    onProgress: () => {},
  });
  const { client, env } = await programs;
  const caFile = join(process.env.TMPDIR ?? '/tmp', `ca-${process.pid}.pem`);
  await writeFile(caFile, secret.cacrt ?? '');
  const { exitCode, stdout, stderr } = await runProgram(
    client,
    [
      '--no-defaults',
      '--protocol=tcp',
      `--host=${secret.host}`,
      `--port=${secret.port}`,
      `--user=${secret.username}`,
      ...(tls
        ? [`--ssl-ca=${caFile}`, '--ssl-verify-server-cert']
        : ['--skip-ssl']),
      '--batch',
      '--skip-column-names',
      database ?? '',
    ],
    { env: { ...env, MYSQL_PWD: secret.password }, input: statements },
  );
  if (exitCode !== 0) throw new Error(stderr);
  return stdout.split('\n').filter(Boolean);
}
