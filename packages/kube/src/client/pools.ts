// Connections to one API server: a pool for requests and one for watches, directly or through a proxy.
import { SecureContext } from 'node:tls';
import { LookupFunction } from 'node:net';
import { Agent, buildConnector, Dispatcher, Pool, ProxyAgent } from 'undici';
import { ConnectionSettings } from './connectionSettings';

/** How long a request may be silent, in milliseconds. */
export interface TransportTimeouts {
  connectMs: number;
  /** Until the answer begins. */
  headersMs: number;
  /** Between two pieces of the answer; never applied to watches. */
  bodyMs: number;
}

/** Where requests are sent to, by kind. */
export interface Pools {
  unary: Dispatcher;
  watches: Dispatcher;
}

/** A burst of requests waits for a connection instead of opening hundreds. */
const maxRequestConnections = 32;

/** The API server closes idle connections after 90 s; ours must be gone well before. */
const keepAliveMs = 30_000;

/** A connection that a router or load balancer has forgotten is found by TCP's own probes, one a second, ten seconds after this. */
const tcpKeepAliveMs = 20_000;

/** Opens nothing yet. Environment variables that name proxies are not looked at. */
export function makePools(
  settings: ConnectionSettings,
  secureContext: SecureContext | undefined,
  options: { timeouts: TransportTimeouts; lookup?: LookupFunction },
): Pools {
  const { timeouts, lookup } = options;
  const connectOptions = {
    timeout: timeouts.connectMs,
    lookup,
    keepAliveInitialDelay: tcpKeepAliveMs,
  };
  const tlsOptions: buildConnector.BuildOptions = {
    secureContext,
    servername: settings.tlsServerName,
    rejectUnauthorized: !settings.skipTlsVerify,
    // One dead connection is one dead watch.
    allowH2: false,
  };
  const makePool = (more: Agent.Options): Dispatcher => {
    const common = {
      allowH2: false,
      headersTimeout: timeouts.headersMs,
      ...more,
    };
    if (!settings.proxy) {
      return new Agent({
        ...common,
        connect: { ...connectOptions, ...tlsOptions },
      });
    }
    return new ProxyAgent({
      ...common,
      uri: settings.proxy.href,
      proxyTunnel: true,
      proxyTls: { ...connectOptions, allowH2: false },
      requestTls: { timeout: timeouts.connectMs, ...tlsOptions },
      clientFactory: (origin, poolOptions) =>
        new Pool(origin, {
          ...poolOptions,
          headersTimeout: timeouts.connectMs,
        }),
    });
  };
  return {
    unary: makePool({
      bodyTimeout: timeouts.bodyMs,
      connections: maxRequestConnections,
      keepAliveTimeout: keepAliveMs,
    }),
    watches: makePool({ bodyTimeout: 0 }),
  };
}
