// Connection pools of one API server: one for requests and one for watches, directly or through a proxy.
import { SecureContext } from 'node:tls';
import { Agent, buildConnector, Dispatcher, Pool, ProxyAgent } from 'undici';
import { ClientSettings } from './ClientOptions';
import { ConnectionSettings } from './connectionSettings';

/** Dispatchers by kind of request. */
export interface Pools {
  unary: Dispatcher;
  watches: Dispatcher;
}

/** Further requests of a burst wait for a connection instead of opening hundreds. */
const maxRequestConnections = 32;

/** The API server closes idle connections after 90 s; this side must close them well before. */
const keepAliveMs = 30_000;

/**
 * Idle time before TCP keepalive probes start, one a second. After ten probes a connection that a router or load
 * balancer has dropped is closed.
 */
const tcpKeepAliveMs = 20_000;

/** Creates pools without opening connections. Proxies of environment variables are not used. */
export function makePools(
  settings: ConnectionSettings,
  secureContext: SecureContext | undefined,
  options: ClientSettings,
): Pools {
  const { connectTimeoutMs, headersTimeoutMs, lookup } = options;
  const connectOptions = {
    timeout: connectTimeoutMs,
    lookup,
    keepAliveInitialDelay: tcpKeepAliveMs,
  };
  const tlsOptions: buildConnector.BuildOptions = {
    secureContext,
    servername: settings.tlsServerName,
    rejectUnauthorized: !settings.skipTlsVerify,
    // With HTTP/2 one dead connection would end all watches.
    allowH2: false,
  };
  const makePool = (more: Agent.Options): Dispatcher => {
    const common = {
      allowH2: false,
      headersTimeout: headersTimeoutMs,
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
      requestTls: { timeout: connectTimeoutMs, ...tlsOptions },
      clientFactory: (origin, poolOptions) =>
        new Pool(origin, {
          ...poolOptions,
          headersTimeout: connectTimeoutMs,
        }),
    });
  };
  return {
    unary: makePool({
      bodyTimeout: options.bodyTimeoutMs,
      connections: maxRequestConnections,
      keepAliveTimeout: keepAliveMs,
    }),
    watches: makePool({ bodyTimeout: 0 }),
  };
}
