/** Selects the system user of the servers: PostgreSQL refuses to run as root, and no server needs to. */
import { readFile } from 'node:fs/promises';
import { ServiceError } from '../errors';
import { RunAs, plainEnvironment, runProgram } from './runProgram';

const candidates = ['postgres', 'nobody'];

/** Finds the preferred user in the text of a passwd file. Pure function. */
export function chooseUser(passwd: string): Required<RunAs> | undefined {
  const lines = passwd.split('\n').map(line => line.split(':'));
  for (const name of candidates) {
    const [, , uid, gid] = lines.find(fields => fields[0] === name) ?? [];
    if (uid && gid && Number(uid) > 0) {
      return { uid: Number(uid), gid: Number(gid) };
    }
  }
  return undefined;
}

/**
 * The user for the servers on this machine. Throws an error with a readable message when running as root without
 * another suitable user.
 */
export async function resolveRunAs(): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {};
  const user = chooseUser(await readFile('/etc/passwd', 'utf8'));
  if (!user) {
    throw new ServiceError(
      `Servers do not run as root, and this machine has neither of the users ${candidates.join(
        ', ',
      )}. Create one (useradd --system postgres) or run as another user.`,
      { retry: false },
    );
  }
  return user;
}

/** Whether that user can access `folder`: the user must be allowed to traverse all parent folders. */
export async function canEnter(runAs: RunAs, folder: string): Promise<boolean> {
  const { exitCode } = await runProgram(
    '/bin/sh',
    ['-c', 'cd "$1"', 'sh', folder],
    { runAs, env: plainEnvironment() },
  );
  return exitCode === 0;
}
