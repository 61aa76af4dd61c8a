/** The API server requests needed to start a cluster: health, existence, applying manifests. */
import { Agent, request } from 'undici';
import type { KeyPair } from '@klutch/local-processes';

const FIELD_MANAGER = 'klutch-local-clusters';

/** Requests as the cluster's admin. */
export interface AdminApi {
  /** Status code and body of a GET. */
  get(path: string): Promise<{ status: number; body: string }>;
  /** Server-side apply of an object (or its YAML text) at its path. Throws with the server's message on rejection. */
  apply(path: string, manifest: object | string): Promise<void>;
  close(): Promise<void>;
}

/** Creates a client with a client certificate; the first call opens the connection. */
export function createAdminApi(o: {
  url: string;
  caCert: string;
  credentials: KeyPair;
}): AdminApi {
  const agent = new Agent({
    connect: {
      ca: o.caCert,
      cert: o.credentials.cert,
      key: o.credentials.key,
      timeout: 2_000,
    },
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
  });
  const call = async (method: 'GET' | 'PATCH', path: string, body?: string) => {
    const response = await request(new URL(path, o.url), {
      method,
      dispatcher: agent,
      body,
      headers:
        body === undefined
          ? {}
          : { 'content-type': 'application/apply-patch+yaml' },
    });
    return { status: response.statusCode, body: await response.body.text() };
  };
  return {
    get: path => call('GET', path),
    async apply(path, manifest) {
      const text =
        typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
      const { status, body } = await call(
        'PATCH',
        `${path}?fieldManager=${FIELD_MANAGER}&force=true`,
        text,
      );
      if (status >= 300)
        throw new Error(
          `The API server refused ${path} (HTTP ${status}): ${statusMessage(body)}`,
        );
    },
    close: () => agent.destroy(),
  };
}

function statusMessage(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: string };
    return message ?? body.slice(0, 300);
  } catch {
    return body.slice(0, 300);
  }
}
