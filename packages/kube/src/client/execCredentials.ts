// Signing in by a program that the kubeconfig names, run by client-node.
import { RequestOptions } from 'node:https';
import { KubeConfig, User } from '@kubernetes/client-node';
import { orAborted } from '../wait';
import { Credential, Credentials, isToken } from './credentials';

/** A program that asks somebody something would wait here for ever. */
const timeoutMs = 60_000;

interface ExecConfig {
  apiVersion?: string;
  command?: string;
  env?: { name: string; value: string }[] | null;
  installHint?: string;
  interactiveMode?: string;
}

/** What client-go tells such a program; some do not work without it. */
function execInfo({ apiVersion }: ExecConfig): string {
  return JSON.stringify({
    apiVersion: apiVersion ?? 'client.authentication.k8s.io/v1',
    kind: 'ExecCredential',
    spec: { interactive: false },
  });
}

/** client-node's own authenticator for a user, with nothing remembered yet. */
function authenticatorOf(user: User, exec: ExecConfig): KubeConfig {
  const env = [
    ...(exec.env ?? []),
    { name: 'KUBERNETES_EXEC_INFO', value: execInfo(exec) },
  ];
  const kubeConfig = new KubeConfig();
  // Only the program matters here: the rest of the kubeconfig is the connection's.
  kubeConfig.loadFromClusterAndUser(
    { name: 'any', server: 'https://any.invalid', skipTLSVerify: false },
    { name: user.name, exec: { ...exec, env } },
  );
  return kubeConfig;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** client-node sends whatever the program has said. */
function authorizationIn({ headers }: RequestOptions): string | undefined {
  const authorization = text(Object(headers).Authorization);
  if (authorization && !isToken(authorization.replace(/^Bearer /, ''))) {
    throw new Error('not a token');
  }
  return authorization;
}

function credentialIn(options: RequestOptions): Credential {
  const authorization = authorizationIn(options);
  const [certText, keyText] = [text(options.cert), text(options.key)];
  const certificate =
    certText && keyText ? { cert: certText, key: keyText } : undefined;
  if (!authorization && !certificate) throw new Error('nothing in it');
  return { authorization, certificate };
}

const isSame = (one: Credential, other: Credential | undefined): boolean =>
  one.authorization === other?.authorization &&
  one.certificate?.cert === other?.certificate?.cert;

/**
 * Credentials that a program gives (`users[].user.exec`): a token, a client certificate or both. The program is run when
 * they are needed first, when their `expirationTimestamp` has come, and after a 401; once at a time.
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
  let authenticator = authenticatorOf(user, exec);
  let latest: Credential | undefined;
  let running: Promise<Credential> | undefined;

  /** The program's own words are kept back: they may hold credentials. */
  const failure = (error: unknown): Error => {
    const missing = Object(error).code === 'ENOENT';
    const hint = exec.installHint ? ` ${exec.installHint.trim()}` : '';
    return new Error(
      missing
        ? `${name} cannot be found. Install it where this process runs.${hint}`
        : `${name} gave no credentials. Run it by hand to see why.`,
    );
  };

  /** client-node answers from memory until the credentials' end. */
  async function ask(asked: KubeConfig): Promise<Credential> {
    const options: RequestOptions = {};
    try {
      await asked.applyToHTTPSOptions(options);
      const credential = credentialIn(options);
      if (asked === authenticator) latest = credential;
      return credential;
    } catch (error) {
      throw failure(error);
    }
  }

  /** One run for all who wait. A program that hangs is not started again beside itself. */
  function run(): Promise<Credential> {
    if (running) return running;
    const own = ask(authenticator).finally(() => {
      if (running === own) running = undefined;
    });
    running = own;
    return own;
  }

  async function current(signal?: AbortSignal): Promise<Credential> {
    signal?.throwIfAborted();
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort(
        new Error(
          `${name} gave no credentials within ${
            timeoutMs / 1000
          } s. Run it by hand to see why.`,
        ),
      );
    }, timeoutMs);
    try {
      return await orAborted(orAborted(run(), late.signal), signal);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    current,
    async refresh(refused, signal) {
      // Several requests are refused at once: the first forgets for all.
      if (latest && isSame(refused, latest)) {
        authenticator = authenticatorOf(user, exec);
        latest = undefined;
        running = undefined;
      }
      return !isSame(refused, await current(signal));
    },
  };
}
