/** Mounts what app clusters and command-line clients call, which have no credentials of Backstage. */
import type {
  AuditorService,
  HttpRouterService,
  LoggerService,
} from '@backstage/backend-plugin-api';
import {
  createJoinRouter,
  type BindingBackend,
  type ExpiringStores,
  type JoinTokens,
} from '@klutch/binding-backend';
import { Router } from 'express';
import { kubeLogger } from '../clusters/kubeLogger';
import type { PortalConfig } from '../config/readConfig';
import { createHandshakeRouter, handshakePath } from './handshakeRouter';
import { untrustedProxyWarning } from './untrustedProxyWarning';

/** Where join commands redeem their join token, relative to the handshake's path. */
export const joinPath = '/join';

export interface BindingRoutesOptions {
  auditor: AuditorService;
  binding: BindingBackend;
  config: PortalConfig;
  /** URL of the handshake as reached by browsers. */
  externalUrl: string;
  httpRouter: HttpRouterService;
  joinTokens: JoinTokens;
  logger: LoggerService;
  stores: ExpiringStores;
}

/** Mounts the route of join commands, and the handshake if it is configured. */
export function mountBindingRoutes(options: BindingRoutesOptions): void {
  const { config, httpRouter, joinTokens, logger } = options;
  const join = `${handshakePath}${joinPath}`;
  httpRouter.use(Router().use(handshakePath, untrustedProxyWarning(logger)));
  httpRouter.addAuthPolicy({ path: join, allow: 'unauthenticated' });
  httpRouter.use(
    Router().use(
      join,
      createJoinRouter({
        joinTokens,
        logger: kubeLogger(logger),
        limits: { requests: config.handshake?.requestsPerMinute },
      }),
    ),
  );
  if (!config.handshake) return;
  httpRouter.addAuthPolicy({ path: handshakePath, allow: 'unauthenticated' });
  httpRouter.use(
    createHandshakeRouter({
      ...options,
      config: config.handshake,
      prettyName: config.binding.prettyName,
    }),
  );
}
