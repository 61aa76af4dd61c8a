/** Shared helpers of the tests with real servers. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connect } from 'node:tls';
import { InstanceOrder } from '../../../host/reports';
import { plainEnvironment } from '../../../host/runProgram';
import { instanceId } from '../../../testing/host';
import { execFile } from 'node:child_process';
import { encodeCommand } from '../resp';
import { KeyvaluePrograms } from '../programs';

/** An order of the key-value store. */
export const orderOf = (
  size = 'nano',
  parameters: Record<string, unknown> = {},
): InstanceOrder => ({
  id: instanceId,
  title: 'sessions',
  serviceName: 'a9s-keyvalue8',
  planName: `keyvalue-single-${size}-ssl`,
  parameters,
});

/** Folder of the instance under the data folder of a service. */
export const instanceFolder = (dataDir: string) =>
  join(dataDir, 'keyvalue', 'instances', instanceId);

type Secret = Record<string, string>;

/**
 * Runs commands with the client of the server, each in a connection of its own. Resolves with the output; errors of
 * commands are part of the output.
 */
export async function runClient(
  { server, title, env }: KeyvaluePrograms,
  folder: string,
  secret: Secret,
  commands: string,
): Promise<string> {
  const authority = join(folder, 'ca.crt');
  await writeFile(authority, secret.cacrt ?? '');
  const client = join(dirname(server), `${title.toLowerCase()}-cli`);
  const password = secret['valkey.password'];
  return new Promise(resolve => {
    const child = execFile(
      client,
      [
        ...['-h', secret.host ?? '', '-p', secret['valkey.port'] ?? ''],
        ...['--tls', '--cacert', authority, '--no-auth-warning'],
        ...['--user', secret['valkey.username'] ?? ''],
      ],
      {
        env: {
          ...plainEnvironment(),
          ...env,
          REDISCLI_AUTH: password,
          VALKEYCLI_AUTH: password,
        },
      },
      (_, stdout, stderr) => resolve((stdout + stderr).trim()),
    );
    child.stdin?.end(`${commands}\n`);
  });
}

/** A session that stays open until the server ends it. */
export async function openSession(
  secret: Secret,
): Promise<{ ended: Promise<unknown> }> {
  const socket = connect({
    host: secret.host,
    port: Number(secret['valkey.port']),
    ca: secret.cacrt,
  });
  socket.on('error', () => {});
  const { 'valkey.username': user = '', 'valkey.password': password = '' } =
    secret;
  socket.write(encodeCommand(['AUTH', user, password]));
  const [reply] = await once(socket, 'data');
  if (!String(reply).startsWith('+OK')) throw new Error(String(reply));
  return { ended: once(socket, 'close') };
}
