/** The handshake over HTTP as a router for any Express app. */
import { providerVersionProblem } from '@klutch/bind-api';
import type { Logger } from '@klutch/kube';
import express, { type Router } from 'express';
import PromiseRouter from 'express-promise-router';
import { BindingError } from '../errors/BindingError';
import type { Handshake } from '../handshake/createHandshake';
import type { BindingMetrics } from '../metrics/BindingMetrics';
import {
  errorHandler,
  sendJsonFailure,
  type SendFailure,
} from './errorHandler';
import { apiRoutes } from './apiRoutes';
import { createCookies } from './cookies';
import { countResponses } from './countResponses';
import { HttpError } from './failure';
import { h } from './pages/element';
import { MessagePage } from './pages/MessagePage';
import { rateLimit, type RateLimit, type SessionOf } from './rateLimit';
import { addRoutes } from './routes';
import { securityHeaders } from './securityHeaders';
import { sendPage } from './sendPage';
import { sessionRoutes } from './sessionRoutes';
import { signInRoutes } from './signInRoutes';

/** Configuration of {@link createBindingRouter}. */
export interface BindingRouterOptions {
  /** The handshake that the routes call. */
  handshake: Handshake;
  /** Human-readable name of this provider. */
  prettyName: string;
  /** Version of the binding protocol, as CLIs compare it: `v1.5.0`, or `v0.0.0` for a build in development. */
  version: string;
  /** Logs failures that operators have to resolve. */
  logger: Logger;
  /** Request limits for each address or session. */
  limits?: RateLimit;
  /** Counts responses. Default: no metrics. */
  metrics?: BindingMetrics;
}

const bodyLimit = '16kb';

const titles: Record<number, string> = {
  401: 'Sign in again',
  403: 'Nothing was changed',
  404: 'Not found',
  429: 'Too many requests',
  503: 'Temporarily unavailable',
};

/**
 * The router. Mount it at the path of the handshake's external URL, without a body parser before it.
 * @throws BindingError `Misconfigured` for a version that the upstream CLI would refuse
 */
export const createBindingRouter = (options: BindingRouterOptions): Router => {
  const { handshake, limits, logger, metrics, prettyName, version } = options;
  const problem = providerVersionProblem(version);
  if (problem) throw new BindingError('Misconfigured', problem);
  const apiRouteTable = apiRoutes({ handshake, prettyName, version });
  const cookies = createCookies(handshake.externalUrl);
  const browserOptions = { handshake, prettyName, cookies };
  const browserRouteTable = {
    ...signInRoutes(browserOptions),
    ...sessionRoutes(browserOptions),
  };

  /** Only a valid session counts: otherwise made-up cookies would evade the limit for the address. */
  const sessionOf: SessionOf = async request => {
    const found = cookies.anySession(request);
    if (!found) return undefined;
    try {
      await handshake.session(found.secret, found.sessionId);
      return found.secret;
    } catch {
      return undefined; // expired, or the store is unavailable: the limit for the address applies
    }
  };

  const send: SendFailure = (failure, request, response) => {
    if (request.path in apiRouteTable) {
      sendJsonFailure(failure, request, response);
      return;
    }
    const { message, status } = failure;
    const title = titles[status] ?? 'This did not work';
    sendPage(
      response,
      h(MessagePage, { provider: prettyName, title, message }),
    );
  };

  // Strict, because the pages' relative links would break with a trailing slash.
  const router = PromiseRouter({ strict: true, caseSensitive: true });
  if (metrics) {
    router.use(
      countResponses(metrics, { ...apiRouteTable, ...browserRouteTable }),
    );
  }
  router.use(...securityHeaders());
  router.use(rateLimit(limits, sessionOf));
  router.use(express.urlencoded({ extended: false, limit: bodyLimit }));
  router.use(express.json({ limit: bodyLimit }));
  addRoutes(router, apiRouteTable);
  addRoutes(router, browserRouteTable);
  router.use(() => {
    throw new HttpError(
      404,
      'NotFound',
      'There is no page at this address. Start again from your terminal.',
    );
  });
  router.use(errorHandler(logger, 'the binding handshake failed', send));
  return router;
};
