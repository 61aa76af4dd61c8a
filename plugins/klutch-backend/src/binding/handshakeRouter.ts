/** The binding handshake in the portal: for people with a terminal and for machines, beside the portal's own pages. */
import type {
  AuditorService,
  LoggerService,
} from '@backstage/backend-plugin-api';
import {
  createBindingRouter,
  createHandshake,
  createIdentityProviders,
  protocolVersion,
  type BindingBackend,
  type ExpiringStores,
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
  stores: ExpiringStores;
  /** Where browsers reach it. */
  externalUrl: string;
  logger: LoggerService;
}

/**
 * The router, for the plugin's path.
 * @throws BindingError `Misconfigured`
 */
export function createHandshakeRouter(options: HandshakeRouterOptions): Router {
  const { config, binding, prettyName, auditor, logger } = options;
  const { externalUrl, stores } = options;
  const handshake = createHandshake({
    backend: binding,
    providers: createIdentityProviders(config.identityProviders),
    stores,
    audit: bindingAudit(auditor, logger),
    externalUrl,
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
