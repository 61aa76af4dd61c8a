// Signing in by a program that the kubeconfig names.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { User } from '@kubernetes/client-node';
import { rejectOnAbort } from '../wait';
import { errorCodeOf } from './connectionFailure';
import { Credential, Credentials, isToken } from './credentials';
import { withDeadline } from '../Deadline';

/** A program that asks somebody something would wait here for ever. */
const timeoutMs = 60_000;

interface ExecConfig {
  apiVersion?: string;
  command: string;
  args?: string[] | null;
  env?: { name: string; value: string }[] | null;
  installHint?: string;
  interactiveMode?: string;
}

/** What a program gave. */
interface ExecResult {
  credential: Credential;
  /** Since the epoch; NaN when what it says is no date: then it has ended. Absent: no end. */
  endsAt?: number;
}

/** What client-go tells such a program; some do not work without it. */
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

/** @throws Error when there are no credentials in what a program said */
function readCredentials(output: string): ExecResult {
  const parsed: { status?: Status | null } | null = JSON.parse(output);
  const status = parsed?.status ?? {};
  const token = text(status.token);
  if (token && !isToken(token)) throw new Error('not a token');
  const cert = text(status.clientCertificateData);
  const key = text(status.clientKeyData);
  const certificate = cert && key ? { cert, key } : undefined;
  if (!token && !certificate) throw new Error('nothing in it');
  const end = text(status.expirationTimestamp);
  return {
    credential: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(certificate && { certificate }),
    },
    endsAt: end === undefined ? undefined : Date.parse(end),
  };
}

const isSame = (one: Credential, other: Credential | undefined): boolean =>
  one.authorization === other?.authorization &&
  one.certificate?.cert === other?.certificate?.cert;

/**
 * Credentials that a program gives (`users[].user.exec`): a token, a client certificate or both. The program is run when
 * they are needed first, when their `expirationTimestamp` has come, and after a 401; once at a time. It is killed when it
 * takes longer than a minute, without the programs that it has started itself.
 * @throws Error when it wants to talk to somebody
 */
export function execCredentials(user: User): Credentials {
  const exec: ExecConfig = user.exec;
  const name = `The program "${exec.command}" of the kubeconfig's user "${user.name}"`;
  if (exec.interactiveMode === 'Always') {
    throw new Error(
      `${name} wants to ask somebody (interactiveMode: Always), but nobody is here. Use another way to sign in.`,
    );
  }
  let latest: ExecResult | undefined;
  let running: Promise<Credential> | undefined;

  /** The program's own words are kept back: they may hold credentials. */
  const failure = (error: unknown): Error => {
    const hint = exec.installHint ? ` ${exec.installHint.trim()}` : '';
    return new Error(
      errorCodeOf(error) === 'ENOENT'
        ? `${name} cannot be found. Install it where this process runs.${hint}`
        : `${name} gave no credentials. Run it by hand to see why.`,
    );
  };

  const timeoutError = () =>
    new Error(
      `${name} gave no credentials within ${timeoutMs / 1000} s, and was killed. Run it by hand to see why.`,
    );

  async function output(signal: AbortSignal): Promise<string> {
    const ran = promisify(execFile)(exec.command, exec.args ?? [], {
      env: environment(exec),
      signal,
    });
    // The signal alone ends a program only if it wants to.
    signal.addEventListener('abort', () => ran.child.kill('SIGKILL'));
    // Nobody is here to say anything.
    ran.child.stdin?.end();
    return (await ran).stdout;
  }

  async function runPlugin(): Promise<Credential> {
    const stop = new AbortController();
    const deadline = { ms: timeoutMs, error: timeoutError };
    try {
      latest = readCredentials(
        await withDeadline(deadline, stop, () => output(stop.signal)),
      );
      return latest.credential;
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : failure(error);
    }
  }

  /** One run for all who wait. */
  function run(): Promise<Credential> {
    running ??= runPlugin().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function current(signal?: AbortSignal): Promise<Credential> {
    signal?.throwIfAborted();
    const { credential, endsAt = Infinity } = latest ?? {};
    if (credential && endsAt > Date.now()) return credential;
    return rejectOnAbort(run(), signal);
  }

  return {
    current,
    async refresh(refused, signal) {
      // Several requests are refused at once: the first forgets for all.
      if (latest && isSame(refused, latest.credential)) latest = undefined;
      return !isSame(refused, await current(signal));
    },
  };
}
