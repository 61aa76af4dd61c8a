// The baseline of all figures: requests to an API server with undici and nothing else.
import { loadKubeConfig } from '@klutch/kube';
import { Agent, Dispatcher } from 'undici';

export interface BareApi {
  /**
   * Sends JSON and returns the undecoded response. Throws for an error response.
   *
   * @param method - `PATCH` is a merge patch, `APPLY` a PATCH by server-side apply.
   */
  send(method: string, path: string, body?: unknown): Promise<string>;
  get<T>(path: string): Promise<T>;
  /** Opens a stream of bytes on a separate connection, until the signal aborts. */
  open(path: string, signal?: AbortSignal): Promise<AsyncIterable<Buffer>>;
  close(): Promise<void>;
}

export interface BareOptions {
  /** Number of connections; default 32. */
  connections?: number;
  /** Bearer token, sent in place of the client certificate. */
  token?: string;
}

const contentTypes: Record<string, string> = {
  PATCH: 'application/merge-patch+json',
  APPLY: 'application/apply-patch+yaml',
};

const pem = (base64: string | undefined) =>
  base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString();

/** Accesses the cluster of a kubeconfig (YAML) with a client certificate. */
export function bareApi(
  kubeconfig: string,
  options: BareOptions = {},
): BareApi {
  const config = loadKubeConfig(kubeconfig);
  const origin = config.getCurrentCluster()?.server ?? '';
  const user = config.getCurrentUser();
  const connect = {
    ca: pem(config.getCurrentCluster()?.caData),
    ...(options.token
      ? {}
      : { cert: pem(user?.certData), key: pem(user?.keyData) }),
  };
  const requests = new Agent({
    allowH2: false,
    connections: options.connections ?? 32,
    connect,
  });
  const streams = new Agent({ allowH2: false, bodyTimeout: 0, connect });
  const authorization = options.token
    ? { authorization: `Bearer ${options.token}` }
    : {};

  async function request(
    agent: Agent,
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const response = await agent.request({
      origin,
      path,
      method: (method === 'APPLY' ? 'PATCH' : method) as Dispatcher.HttpMethod,
      headers: {
        accept: 'application/json',
        'content-type': contentTypes[method] ?? 'application/json',
        ...authorization,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
    if (response.statusCode >= 300) {
      const text = await response.body.text();
      throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    }
    return response;
  }

  return {
    async send(method, path, body) {
      const response = await request(requests, method, path, body);
      return response.body.text();
    },
    async get(path) {
      const response = await request(requests, 'GET', path);
      return JSON.parse(await response.body.text());
    },
    async open(path, signal) {
      const response = await request(streams, 'GET', path, undefined, signal);
      return response.body;
    },
    async close() {
      await Promise.all([requests.destroy(), streams.destroy()]);
    },
  };
}
