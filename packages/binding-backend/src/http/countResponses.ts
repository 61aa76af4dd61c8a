/** Counts what is answered, by route and status. */
import type { RequestHandler } from 'express';
import type { BindingMetrics } from '../metrics/BindingMetrics';
import type { Routes } from './routes';

/**
 * Addresses that nobody serves are one: they are made up by whoever asks.
 * @param nameOf - what a route is called among those of other routers. Default: its path
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
