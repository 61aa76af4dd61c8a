/** Counts responses by route and status. */
import type { RequestHandler } from 'express';
import type { BindingMetrics } from '../metrics/BindingMetrics';
import type { Routes } from './routes';

/**
 * Counts all unknown paths as one route, because clients can send any number of paths.
 * @param nameOf - the route's label, unique among all routers. Default: its path
 */
export const countResponses =
  (
    { httpResponse }: Pick<BindingMetrics, 'httpResponse'>,
    routes: Routes,
    nameOf: (path: string) => string = path => path,
  ): RequestHandler =>
  (request, response, next) => {
    const { path } = request;
    const route = Object.hasOwn(routes, path) ? nameOf(path) : 'other';
    response.once('finish', () => httpResponse(route, response.statusCode));
    next();
  };
