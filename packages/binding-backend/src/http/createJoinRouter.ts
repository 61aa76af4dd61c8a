/** Join tokens over HTTP as a router for any Express app, without cookies, sessions and pages. */
import type { Logger } from '@klutch/kube';
import express, { type Router } from 'express';
import PromiseRouter from 'express-promise-router';
import type { JoinTokens } from '../joinToken/JoinTokens';
import { crdManifest } from '../joinToken/manifest';
import type { BindingMetrics } from '../metrics/BindingMetrics';
import { errorHandler, sendJsonFailure } from './errorHandler';
import { countResponses } from './countResponses';
import { HttpError } from './failure';
import { joinBody, parseInput } from './input';
import { rateLimit, type RateLimit } from './rateLimit';
import { addRoutes, type Routes } from './routes';
import { securityHeaders } from './securityHeaders';

/** Configuration of {@link createJoinRouter}. */
export interface JoinRouterOptions {
  /** The join tokens that the routes redeem. */
  joinTokens: JoinTokens;
  /** Logs failures that operators have to resolve. */
  logger: Logger;
  /** Request limits for each address. */
  limits?: RateLimit;
  /** Counts responses as route `/join`. Default: no metrics. */
  metrics?: Pick<BindingMetrics, 'httpResponse'>;
}

const yaml = 'application/yaml';

/**
 * The router: `GET` returns the CRD of bindings, which is public; `POST` redeems a join token in the body for the
 * manifest. Mount it at the path of the external URL, without a body parser before it.
 */
export const createJoinRouter = ({
  joinTokens,
  limits,
  logger,
  metrics,
}: JoinRouterOptions): Router => {
  const routes: Routes = {
    '/': {
      get: (_, response) => {
        response.type(yaml).send(crdManifest());
      },
      post: async (request, response) => {
        const { code: token } = parseInput(joinBody, request.body);
        // Checked first, so that an unacceptable request does not use up the join token.
        if (!request.accepts(yaml)) {
          throw new HttpError(
            406,
            'NotAcceptable',
            `The response is ${yaml}, which the header Accept of your request excludes. Accept ${yaml}.`,
          );
        }
        const manifest = await joinTokens.redeem(token);
        response.type(yaml).send(manifest);
      },
    },
  };
  const router = PromiseRouter({ caseSensitive: true });
  if (metrics) router.use(countResponses(metrics, routes, () => '/join'));
  router.use(...securityHeaders());
  router.use(rateLimit(limits));
  router.use(express.urlencoded({ extended: false, limit: '1kb' }));
  router.use(express.json({ limit: '1kb' }));
  addRoutes(router, routes);
  router.use(
    errorHandler(logger, 'a join token could not be redeemed', sendJsonFailure),
  );
  return router;
};
