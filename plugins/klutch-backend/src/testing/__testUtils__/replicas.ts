/** Two replicas of the portal on one database, and a browser that a load balancer sends to either. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { mockCredentials } from '@backstage/backend-test-utils';
import type { JsonObject } from '@backstage/types';
import {
  createKlutchClient,
  type KlutchClient,
} from '@klutch/backstage-plugin-klutch-common';
import type { TestUser } from './portal';
import type { TestPostgresql } from './postgresql';

/** First message to a replica. */
export interface ReplicaInput {
  klutch: JsonObject;
  database: TestPostgresql['connection'];
}

/** Later messages to a replica: run a task as if it were that time. */
export interface ReplicaOrder {
  runTask: string;
  /** ISO 8601. */
  now: string;
}

/** Messages of a replica. */
export type ReplicaMessage =
  | { kind: 'url'; url: string }
  | { kind: 'signal' }
  /** Backstage's scheduler has run this task. */
  | { kind: 'task'; id: string }
  /** The ordered task has ended. */
  | { kind: 'done' };

/** A replica in a process of its own. */
export class ReplicaProcess {
  /** Tasks that Backstage's scheduler has run. */
  readonly tasks: string[] = [];
  signals = 0;
  url = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  /** Loads the portal, which takes a while, but does not start it. */
  constructor() {
    this.#child = fork(join(__dirname, 'replica.child.ts'), {
      execArgv: [
        '--require',
        join(__dirname, '../../../../../scripts/fromSources.cjs'),
      ],
    });
    this.#ended = once(this.#child, 'exit');
    this.#child.on('message', (message: ReplicaMessage) => {
      if (message.kind === 'signal') this.signals += 1;
      if (message.kind === 'task') this.tasks.push(message.id);
      if (message.kind === 'url') this.url = message.url;
    });
  }

  async start(input: ReplicaInput): Promise<void> {
    this.#child.send(input);
    await this.#receive('url');
  }

  as(name: TestUser): KlutchClient {
    return createKlutchClient({
      baseUrl: this.url,
      fetch: request => {
        const header = mockCredentials.user.header(`user:default/${name}`);
        request.headers.set('authorization', header);
        return fetch(request);
      },
    });
  }

  async runTask(id: string, now: Date): Promise<void> {
    const order: ReplicaOrder = { runTask: id, now: now.toISOString() };
    this.#child.send(order);
    await this.#receive('done');
  }

  /** As a machine that loses its power. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async #receive(kind: ReplicaMessage['kind']): Promise<void> {
    const isGone = this.#ended.then(() => {
      throw new Error(`The replica ended before it sent "${kind}".`);
    });
    const received = new Promise<void>(resolve => {
      const onMessage = (message: ReplicaMessage) => {
        if (message.kind !== kind) return;
        this.#child.off('message', onMessage);
        resolve();
      };
      this.#child.on('message', onMessage);
    });
    await Promise.race([received, isGone]);
  }
}

/** A browser that goes through a binding handshake, each request to the replica that the test names. */
export class HandshakeBrowser {
  readonly #cookies = new Map<string, string>();

  async get(
    { url }: { url: string },
    path: string,
    query: Record<string, string> | URLSearchParams,
  ): Promise<Response> {
    return this.#send(`${url}/binding${path}?${new URLSearchParams(query)}`);
  }

  async post(
    { url }: { url: string },
    path: string,
    form: Record<string, string>,
  ): Promise<Response> {
    const body = new URLSearchParams(form);
    return this.#send(`${url}/binding${path}`, { method: 'POST', body });
  }

  async #send(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(pair => pair.join('=')).join('; ');
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}

/** Where a response redirects to. */
export const locationOf = (response: Response): URL =>
  new URL(response.headers.get('location') ?? '', 'http://localhost');

/** The value of a hidden field of a page. */
export const hiddenField = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
