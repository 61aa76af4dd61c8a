// What a request is signed in with, and how that is renewed.
import { readFile } from 'node:fs/promises';

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

/** A token in a file that somebody else keeps fresh. */
export function tokenFile(
  path: string,
  now: () => number = Date.now,
): Credentials {
  let credential: Credential = {};
  let readAt = -Infinity;
  const read = async () => {
    let token: string;
    try {
      token = (await readFile(path, 'utf8')).trim();
    } catch {
      throw new Error(
        `The token file ${path} cannot be read. Check that it exists and that this process may read it.`,
      );
    }
    if (token === '') {
      throw new Error(`The token file ${path} is empty. Check what writes it.`);
    }
    if (!isToken(token)) {
      throw new Error(
        `The token file ${path} holds spaces, line breaks or letters that no token has. Check what writes it.`,
      );
    }
    credential = { authorization: `Bearer ${token}` };
    readAt = now();
  };
  return {
    async current() {
      if (now() - readAt >= tokenFileLifetimeMs) {
        await read().catch(error => {
          // As client-go: the token before is better than none.
          if (credential.authorization === undefined) throw error;
        });
      }
      return credential;
    },
    async refresh(refused) {
      // Several requests are refused at once; the first may have read the file for all.
      if (refused.authorization === credential.authorization) await read();
      return refused.authorization !== credential.authorization;
    },
  };
}
