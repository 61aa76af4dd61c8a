// Credentials from a program that the kubeconfig names.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { User } from '@kubernetes/client-node';
import { errorCodeOf } from './connectionFailure';
import { Credentials, isToken, LoadedCredentials } from './credentials';

/** Time limit; a program that prompts for input would otherwise never end. */
const timeoutMs = 60_000;

interface ExecConfig {
  apiVersion?: string;
  command: string;
  args?: string[] | null;
  env?: { name: string; value: string }[] | null;
  installHint?: string;
  interactiveMode?: string;
}

/** What client-go passes to such a program; some require it. */
function execInfo({ apiVersion }: ExecConfig): string {
  return JSON.stringify({
    apiVersion: apiVersion ?? 'client.authentication.k8s.io/v1',
    kind: 'ExecCredential',
    spec: { interactive: false },
  });
}

function environment(exec: ExecConfig): NodeJS.ProcessEnv {
  const own = (exec.env ?? []).map(({ name, value }) => [name, value]);
  return {
    ...process.env,
    ...Object.fromEntries(own),
    KUBERNETES_EXEC_INFO: execInfo(exec),
  };
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

type Status = Partial<Record<string, unknown>>;

/** @throws Error when the program's output holds no credentials */
function readCredentials(output: string) {
  const parsed: { status?: Status | null } | null = JSON.parse(output);
  const status = parsed?.status ?? {};
  const token = text(status.token);
  if (token && !isToken(token)) throw new Error('not a token');
  const cert = text(status.clientCertificateData);
  const key = text(status.clientKeyData);
  const certificate = cert && key ? { cert, key } : undefined;
  if (!token && !certificate) throw new Error('no credentials');
  const end = text(status.expirationTimestamp);
  return {
    credential: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(certificate && { certificate }),
    },
    endsAt: end === undefined ? Infinity : Date.parse(end),
  };
}

/**
 * Credentials of a program (`users[].user.exec`): a token, a client certificate or both. The program runs on the
 * first request, at its `expirationTimestamp`, and after a 401; one run at a time. It is killed after one minute, but
 * programs that it started are not.
 * @throws Error when the program requires interactive input
 */
export function execCredentials(user: User): Credentials {
  const exec: ExecConfig = user.exec;
  const name = `The program "${exec.command}" of the kubeconfig's user "${user.name}"`;
  if (exec.interactiveMode === 'Always') {
    throw new Error(
      `${name} requires interactive input (interactiveMode: Always), which is not available here. Use another way to sign in.`,
    );
  }
  /** The program's output is left out of errors, because it may hold credentials. */
  const failure = (error: unknown): Error => {
    const hint = exec.installHint ? ` ${exec.installHint.trim()}` : '';
    return new Error(
      errorCodeOf(error) === 'ENOENT'
        ? `${name} cannot be found. Install it where this process runs.${hint}`
        : `${name} returned no credentials. Run it by hand to see why.`,
    );
  };

  async function output(signal: AbortSignal): Promise<string> {
    const ran = promisify(execFile)(exec.command, exec.args ?? [], {
      env: environment(exec),
      signal,
    });
    // The signal alone sends SIGTERM, which a program may ignore.
    signal.addEventListener('abort', () => ran.child.kill('SIGKILL'));
    // Closes standard input, because nothing will be written to it.
    ran.child.stdin?.end();
    return (await ran).stdout;
  }

  return new LoadedCredentials({
    async load(signal) {
      try {
        return readCredentials(await output(signal));
      } catch (error) {
        throw failure(error);
      }
    },
    timeout: {
      ms: timeoutMs,
      error: () =>
        new Error(
          `${name} returned no credentials within ${timeoutMs / 1000} s, and was killed. Run it by hand to see why.`,
        ),
    },
    now: Date.now,
  });
}
