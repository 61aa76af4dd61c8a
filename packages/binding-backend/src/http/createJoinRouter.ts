/** Join tokens over HTTP, as a router that any Express app can mount; without cookies, sessions and pages. */
import type { Logger } from '@klutch/kube';
import express, { type Router } from 'express';
import PromiseRouter from 'express-promise-router';
import type { JoinTokens } from '../joinToken/createJoinTokens';
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
  /** What the routes call. */
  joinTokens: JoinTokens;
  /** Hears of failures that are ours. */
  logger: Logger;
  /** How often one address may call. */
  limits?: RateLimit;
  /** Gets each answer, as of the route `/join`. Default: nobody. */
  metrics?: Pick<BindingMetrics, 'httpResponse'>;
}

const yaml = 'application/yaml';

/**
 * The router: `GET` answers the type of bindings, which is no secret; `POST` exchanges a join token in the body for
 * the manifest. Mount it at the path of the external URL, without a body parser before it.
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
        // Checked before the join token is spent.
        if (!request.accepts(yaml)) {
          throw new HttpError(
            406,
            'NotAcceptable',
            `The answer is ${yaml}. Ask for it by the header Accept.`,
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
    errorHandler(logger, 'A join token could not be redeemed', sendJsonFailure),
  );
  return router;
};
