// What a request is signed in with, and how that is renewed.
import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { rejectOnAbort } from '../wait';
import { withDeadline } from '../Deadline';

/** A client certificate with its key, both PEM. */
export interface ClientCertificate {
  cert: string;
  key: string;
}

/** What one request is signed in with. */
export interface Credential {
  /** Value of the `Authorization` header; absent for connections known by their certificate. */
  authorization?: string;
  /** A certificate for the connection, in place of the kubeconfig's. */
  certificate?: ClientCertificate;
}

/** A source of credentials. */
export interface Credentials {
  /**
   * What to use now.
   * @throws Error in words that quote no credentials
   */
  current(signal?: AbortSignal): Promise<Credential>;
  /** Looks again after the server answered 401 to a credential. True when there is another one to try. */
  refresh(refused: Credential, signal?: AbortSignal): Promise<boolean>;
}

/** Nothing: the connection's certificate says who it is, or nothing does. */
export const noCredentials: Credentials = {
  current: async () => ({}),
  refresh: async () => false,
};

/** Whether a text can be a token, which goes into a header: printable ASCII without spaces. */
export const isToken = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** A fixed token. */
export function bearerToken(token: string): Credentials {
  const credential = { authorization: `Bearer ${token}` };
  return {
    current: async () => credential,
    refresh: async () => false,
  };
}

/** How long a token read from a file is used before the file is read again: what client-go does. */
const tokenFileLifetimeMs = 60_000;

/** A file is there at once, or its file system hangs. */
const readTimeoutMs = 10_000;

/** Of a pipe into which nobody writes, nothing is read: to wait for that would keep a thread of this process. */
const readText = (path: string): Promise<string> =>
  readFile(path, {
    encoding: 'utf8',
    flag: constants.O_RDONLY + constants.O_NONBLOCK,
  });

function checkToken(path: string, token: string): void {
  if (token === '') {
    throw new Error(`The token file ${path} is empty. Check what writes it.`);
  }
  if (!isToken(token)) {
    throw new Error(
      `The token file ${path} holds spaces, line breaks or letters that no token has. Check what writes it.`,
    );
  }
}

/**
 * A token in a file that somebody else keeps fresh. A read that hangs fails all who wait after 10 s, and all who come
 * later at once, until it ends: none is begun beside it.
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
      `The token file ${path} could not be read within ${readTimeoutMs / 1000} s. Check the file system it is on.`,
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

  /** One read for all who wait. */
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
          // As client-go: the token before is better than none.
          if (signal?.aborted || credential.authorization === undefined) {
            throw error;
          }
        });
      }
      return credential;
    },
    async refresh(refused, signal) {
      // Several requests are refused at once; the first may have read the file for all.
      if (refused.authorization === credential.authorization) {
        await rejectOnAbort(readAnew(), signal);
      }
      return refused.authorization !== credential.authorization;
    },
  };
}
