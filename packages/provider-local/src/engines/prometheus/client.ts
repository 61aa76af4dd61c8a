/** Requests of the administrator to the servers of an instance. */
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../../errors';
import { adminUser } from './access';

const timeoutMs = 10_000;
const pollMs = 20;

/** The header of a user; holds a credential. */
export const basicAuth = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

const unavailable = (title: string, cause?: unknown) =>
  new ServiceError(`${title} does not respond. The operation is retried.`, {
    retry: true,
    cause,
  });

export class AdminClient {
  constructor(
    private readonly server: {
      /** In messages. */
      title: string;
      port(): number;
      password: string;
    },
  ) {}

  /** The text of the response. Throws ServiceError when the server does not respond, or refuses. */
  async request(
    path: string,
    {
      method = 'GET',
      signal,
    }: { method?: 'GET' | 'POST'; signal?: AbortSignal } = {},
  ): Promise<string> {
    const { title, port, password } = this.server;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`http://127.0.0.1:${port()}${path}`, {
        method,
        headers: { authorization: basicAuth(adminUser, password) },
        // Snapshots take as long as the data are large.
        signal: signal ?? timeout,
      });
      const text = await response.text();
      if (response.ok) return text;
      throw new Error(`HTTP status ${response.status}`);
    } catch (error) {
      signal?.throwIfAborted();
      throw unavailable(title, error);
    }
  }

  /** Waits until the page of metrics has what is expected. */
  async waitForMetrics(expected: (metrics: string) => boolean): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!expected(await this.request('/metrics'))) {
      if (Date.now() > deadline) {
        throw new ServiceError(
          `${this.server.title} did not take over its configuration. The operation is retried.`,
          { retry: true },
        );
      }
      await wait(pollMs);
    }
  }
}
