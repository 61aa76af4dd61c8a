/** The binding handshake in the portal: for people with a terminal and for machines, beside the portal's own pages. */
import type {
  AuditorService,
  DatabaseService,
  DiscoveryService,
  LoggerService,
} from '@backstage/backend-plugin-api';
import {
  createBindingRouter,
  createHandshake,
  createIdentityProviders,
  knexStores,
  protocolVersion,
  type BindingBackend,
} from '@klutch/binding-backend';
import { Router } from 'express';
import { kubeLogger } from '../clusters/kubeLogger';
import type { HandshakeConfig } from '../config/readHandshake';
import { bindingAudit } from './bindingAudit';

/** Below the plugin's own path. */
export const handshakePath = '/binding';

/** What the handshake is made of. */
export interface HandshakeRouterOptions {
  config: HandshakeConfig;
  prettyName: string;
  binding: BindingBackend;
  auditor: AuditorService;
  database: DatabaseService;
  discovery: DiscoveryService;
  logger: LoggerService;
}

/**
 * The router, for the plugin's path.
 * @throws BindingError `Misconfigured`
 */
export async function createHandshakeRouter(
  options: HandshakeRouterOptions,
): Promise<Router> {
  const { config, binding, prettyName, auditor, logger } = options;
  const base = await options.discovery.getExternalBaseUrl('klutch');
  const handshake = createHandshake({
    backend: binding,
    providers: createIdentityProviders(config.identityProviders),
    stores: knexStores(await options.database.getClient()),
    audit: bindingAudit(auditor, logger),
    externalUrl: config.externalUrl ?? `${base}${handshakePath}`,
    allowReferenceRedirect: config.allowReferenceRedirect,
  });
  return Router().use(
    handshakePath,
    createBindingRouter({
      handshake,
      prettyName,
      version: protocolVersion,
      logger: kubeLogger(logger),
      limits: { requests: config.requestsPerMinute },
    }),
  );
}
