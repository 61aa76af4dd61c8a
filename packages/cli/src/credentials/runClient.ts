/** Runs a client program in the terminal of this process. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leaveCtrlCTo } from '../interruption';
import type { ClientStart } from './serviceClients';

const isMissing = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ENOENT';

/** Runs one program; its exit code, or that of a shell for a signal. */
function run(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    const forward = (signal: NodeJS.Signals) => child.kill(signal);
    process.on('SIGTERM', forward);
    const settle = (finish: () => void) => {
      process.off('SIGTERM', forward);
      finish();
    };
    child.once('error', error => settle(() => reject(error)));
    child.once('close', code => settle(() => resolve(code ?? 130)));
  });
}

/**
 * Writes the certificate of a server's authority, which is not secret, to a file for the time of `work`.
 *
 * @param caCertificate - PEM; without one, `work` gets no file
 */
export async function withCaFile<T>(
  caCertificate: string | undefined,
  work: (caFile?: string) => Promise<T>,
): Promise<T> {
  if (!caCertificate) return work();
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-klutch-'));
  try {
    const file = join(folder, 'ca.crt');
    await writeFile(file, caCertificate, { mode: 0o600 });
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Runs the first client program that is installed, and waits until it ends.
 *
 * @param extra - further arguments for the client
 * @returns its exit code
 * @throws Error with what to install when there is none
 */
export async function runClient(
  { programs, args, env, package: packageName }: ClientStart,
  extra: readonly string[],
): Promise<number> {
  for (const program of programs) {
    try {
      return await leaveCtrlCTo(() => run(program, [...args, ...extra], env));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  throw new Error(
    `${programs.join(' or ')} is not installed. Install it (for example the package ${packageName}), or use "get credentials".`,
  );
}
