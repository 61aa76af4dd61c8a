// Credentials of requests, and their renewal.
import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { rejectOnAbort } from '../wait';
import { Deadline, withDeadline } from '../Deadline';

/** A client certificate with its key, both PEM. */
export interface ClientCertificate {
  cert: string;
  key: string;
}

/** Credentials of one request. */
export interface Credential {
  /** Value of the `Authorization` header; absent when the connection's certificate authenticates. */
  authorization?: string;
  /** A client certificate, in place of the kubeconfig's. */
  certificate?: ClientCertificate;
}

/** A source of credentials. */
export interface Credentials {
  /**
   * The present credentials.
   * @throws Error with a readable message that quotes no credentials
   */
  current(signal?: AbortSignal): Promise<Credential>;
  /** Renews a credential that the server answered with 401. Resolves with true when there is another one to try. */
  refresh(refused: Credential, signal?: AbortSignal): Promise<boolean>;
}

/** No credentials: the connection's certificate authenticates, or the client is anonymous. */
export const noCredentials: Credentials = {
  current: async () => ({}),
  refresh: async () => false,
};

/** Whether a text can be a token in a header: printable ASCII without spaces. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** A fixed token. */
export function bearerToken(token: string): Credentials {
  const credential = { authorization: `Bearer ${token}` };
  return {
    current: async () => credential,
    refresh: async () => false,
  };
}

/** Credentials as they were loaded. */
interface LoadedCredential {
  credential: Credential;
  /** In the time of the source's clock; NaN counts as expired. */
  endsAt: number;
}

/** Where credentials come from that change. */
interface CredentialSource {
  load: (signal: AbortSignal) => Promise<LoadedCredential>;
  /** Time limit of a load, whose signal then aborts. */
  timeout: Deadline;
  now: () => number;
  /** Whether expired credentials are used when others cannot be loaded. */
  keepsExpired?: boolean;
}

const isSame = (one: Credential, other: Credential): boolean =>
  one.authorization === other.authorization &&
  one.certificate?.cert === other.certificate?.cert;

/**
 * Credentials that are loaded at the first request, when they have expired, and after a refusal, once for all callers.
 * A load that hangs fails its callers after its time limit, and later callers at once until it ends.
 */
export class LoadedCredentials implements Credentials {
  #latest: LoadedCredential | undefined;
  #loading: Promise<Credential> | undefined;

  constructor(private readonly source: CredentialSource) {}

  async current(signal?: AbortSignal): Promise<Credential> {
    signal?.throwIfAborted();
    const { keepsExpired, now } = this.source;
    const latest = this.#latest;
    if (latest && latest.endsAt > now()) return latest.credential;
    try {
      return await rejectOnAbort(this.#load(), signal);
    } catch (error) {
      if (signal?.aborted || !keepsExpired || !latest) throw error;
      return latest.credential;
    }
  }

  async refresh(refused: Credential, signal?: AbortSignal): Promise<boolean> {
    const latest = this.#latest;
    // When several requests are refused at once, there may be others already.
    if (latest && !isSame(refused, latest.credential)) return true;
    if (latest) this.#latest = { ...latest, endsAt: -Infinity };
    return !isSame(refused, await rejectOnAbort(this.#load(), signal));
  }

  #load(): Promise<Credential> {
    if (this.#loading) return this.#loading;
    const stop = new AbortController();
    const answer = this.source.load(stop.signal);
    const forget = () => {
      this.#loading = undefined;
    };
    answer.then(forget, forget);
    this.#loading = withDeadline(this.source.timeout, stop, async () => {
      this.#latest = await rejectOnAbort(answer, stop.signal);
      return this.#latest.credential;
    });
    return this.#loading;
  }
}

/** Time until a token file is read again, as in client-go. */
const tokenFileLifetimeMs = 60_000;

/** A local file is read at once, unless its file system hangs. */
const readTimeoutMs = 10_000;

/** Opens without blocking: a pipe without a writer would otherwise occupy a thread of this process. */
const readText = (path: string): Promise<string> =>
  readFile(path, {
    encoding: 'utf8',
    flag: constants.O_RDONLY + constants.O_NONBLOCK,
  });

/** A token in a file that another process renews. */
export function tokenFile(
  path: string,
  { now = () => performance.now(), read = readText } = {},
): Credentials {
  const problem = (what: string) => new Error(`The token file ${path} ${what}`);
  return new LoadedCredentials({
    async load() {
      const text = await read(path).catch(() => {
        throw problem(
          'cannot be read. Check that it exists and that this process may read it.',
        );
      });
      const token = text.trim();
      if (token === '') {
        throw problem('is empty. Check the process that writes it.');
      }
      if (!isToken(token)) {
        throw problem(
          'holds characters that a token cannot have, such as spaces or line breaks. Check the process that writes it.',
        );
      }
      return {
        credential: { authorization: `Bearer ${token}` },
        endsAt: now() + tokenFileLifetimeMs,
      };
    },
    timeout: {
      ms: readTimeoutMs,
      error: () =>
        problem(
          `could not be read within ${readTimeoutMs / 1000} s. Check its file system.`,
        ),
    },
    now,
    // As client-go: the previous token is better than none.
    keepsExpired: true,
  });
}
