// Credentials of requests, and their renewal.
import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { rejectOnAbort } from '../wait';
import { withDeadline } from '../Deadline';

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

function checkToken(path: string, token: string): void {
  if (token === '') {
    throw new Error(
      `The token file ${path} is empty. Check the process that writes it.`,
    );
  }
  if (!isToken(token)) {
    throw new Error(
      `The token file ${path} holds characters that a token cannot have, such as spaces or line breaks. Check the process that writes it.`,
    );
  }
}

/**
 * A token in a file that another process renews. A read that hangs fails its callers after 10 s, and later callers at
 * once until it ends; no second read is started.
 */
export function tokenFile(
  path: string,
  { now = () => performance.now(), read = readText } = {},
): Credentials {
  let credential: Credential = {};
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  const timeoutError = () =>
    new Error(
      `The token file ${path} could not be read within ${readTimeoutMs / 1000} s. Check its file system.`,
    );

  async function storeToken(answer: Promise<string>): Promise<void> {
    const stop = new AbortController();
    const deadline = { ms: readTimeoutMs, error: timeoutError };
    let token: string;
    try {
      token = await withDeadline(deadline, stop, () =>
        rejectOnAbort(answer, stop.signal),
      );
    } catch {
      throw stop.signal.aborted
        ? stop.signal.reason
        : new Error(
            `The token file ${path} cannot be read. Check that it exists and that this process may read it.`,
          );
    }
    token = token.trim();
    checkToken(path, token);
    credential = { authorization: `Bearer ${token}` };
    readAt = now();
  }

  /** Starts one read that all callers share. */
  function readAnew(): Promise<void> {
    if (reading) return reading;
    const answer = read(path);
    reading = storeToken(answer);
    const forget = () => {
      reading = undefined;
    };
    answer.then(forget, forget);
    return reading;
  }

  return {
    async current(signal) {
      if (now() - readAt >= tokenFileLifetimeMs) {
        await rejectOnAbort(readAnew(), signal).catch(error => {
          // As client-go: the previous token is better than none.
          if (signal?.aborted || credential.authorization === undefined) {
            throw error;
          }
        });
      }
      return credential;
    },
    async refresh(refused, signal) {
      // When several requests are refused at once, the first one has already read the file.
      if (refused.authorization === credential.authorization) {
        await rejectOnAbort(readAnew(), signal);
      }
      return refused.authorization !== credential.authorization;
    },
  };
}
