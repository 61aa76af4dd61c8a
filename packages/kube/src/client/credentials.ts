// Where the Authorization header comes from, and how it is renewed.
import { readFile } from 'node:fs/promises';

/** A source of the `Authorization` header. */
export interface Credentials {
  /** The header's value, or undefined for connections known by their certificate. */
  authorization(): Promise<string | undefined>;
  /** Looks again after the server answered 401. True when there is something new to try. */
  refresh(): Promise<boolean>;
}

export const noCredentials: Credentials = {
  authorization: async () => undefined,
  refresh: async () => false,
};

/** A fixed token. */
export function bearerToken(token: string): Credentials {
  return {
    authorization: async () => `Bearer ${token}`,
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
  let token: string | undefined;
  let readAt = 0;
  const read = async () => {
    try {
      token = (await readFile(path, 'utf8')).trim();
    } catch {
      throw new Error(
        `The token file ${path} cannot be read. Check that it exists and that this process may read it.`,
      );
    }
    readAt = now();
  };
  return {
    async authorization() {
      if (token === undefined || now() - readAt >= tokenFileLifetimeMs) {
        await read();
      }
      return `Bearer ${token}`;
    },
    async refresh() {
      const before = token;
      await read();
      return token !== before;
    },
  };
}
