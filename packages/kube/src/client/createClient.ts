// The client: a shared connection, and calls under one identity and behind write guards.
import { constants } from 'node:buffer';
import { KubeConfig } from '@kubernetes/client-node';
import { createRateLimiter } from '../rate/createRateLimiter';
import { checkRange } from '../limits';
import { ClientOptions } from './ClientOptions';
import { Connection } from './Connection';
import { identityHeaders } from './impersonation';
import { KubeClient, WriteGuard } from './KubeClient';
import { defaultKeepalive } from './Keepalive';
import { clusterCalls } from './clusterCalls';
import { readCalls } from './readCalls';
import { RequestHeaders, Send } from './TransportRequest';
import { readWatch, watchRequest } from './watch';
import { writeCalls } from './writeCalls';

/**
 * Creates a client for the cluster of the kubeconfig's current context. Nothing is sent until the first call.
 * @throws RangeError when a limit is not a number in its range
 * @throws Error when the kubeconfig asks for something that this client does not support or that the policy refuses
 */
export function createClient(
  kubeConfig: KubeConfig,
  options: ClientOptions = {},
): KubeClient {
  const {
    rateLimiter = createRateLimiter(),
    userAgent = 'klutch-kube',
    connectTimeoutMs = 10_000,
    headersTimeoutMs = 30_000,
    bodyTimeoutMs = 30_000,
    requestTimeoutMs = 120_000,
    keepalive = defaultKeepalive,
    maxAnswerBytes = 500 * 1024 * 1024,
    policy = {},
    lookup,
    metrics,
  } = options;
  const times = {
    connectTimeoutMs,
    headersTimeoutMs,
    bodyTimeoutMs,
    requestTimeoutMs,
  };
  Object.entries({
    ...times,
    'keepalive.idleMs': keepalive.idleMs,
    'keepalive.timeoutMs': keepalive.timeoutMs,
  }).forEach(([name, ms]) => checkRange(name, ms));
  // No text of Node.js is longer.
  const range = { unit: 'bytes', max: constants.MAX_STRING_LENGTH };
  checkRange('maxAnswerBytes', maxAnswerBytes, range);
  const connection = new Connection(kubeConfig, {
    ...times,
    userAgent,
    keepalive,
    maxAnswerBytes,
    lookup,
    policy,
    rateLimiter: rateLimiter === 'unlimited' ? undefined : rateLimiter,
    metrics,
  });
  return clientOn(connection, { close: () => connection.close() });
}

/** Differences between clients of one connection. */
interface Scope {
  /** Headers that name the user; absent: the impersonation headers of the kubeconfig. */
  identity?: RequestHeaders;
  /** Guards of writes. */
  guards?: readonly WriteGuard[];
  /** Absent: another client closes the connection. */
  close?: () => Promise<void>;
}

function clientOn(connection: Connection, scope: Scope): KubeClient {
  const { identity, guards = [], close = async () => {} } = scope;
  const read: Send = (request, shape) =>
    connection.request({ ...request, identity }, shape);
  const write: Send = (request, shape) =>
    connection.request({ ...request, identity, guards }, shape);
  const derive = (more: Scope) =>
    clientOn(connection, { identity, guards, ...more });
  return {
    get server() {
      return connection.server;
    },
    ...readCalls(read),
    ...writeCalls(write),
    ...clusterCalls(read, write),
    watch: (resource, options) =>
      readWatch(
        connection,
        resource,
        { ...watchRequest(resource, options), identity },
        options,
      ),
    as: user => derive({ identity: identityHeaders(user) }),
    guarded: guard => derive({ guards: [...guards, guard] }),
    reconnect: kubeConfig => connection.reconnect(kubeConfig),
    close,
  };
}
