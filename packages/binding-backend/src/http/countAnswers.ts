/** Counts what is answered, by route and status. */
import type { RequestHandler } from 'express';
import type { BindingMetrics } from '../metrics/BindingMetrics';
import type { Routes } from './routes';

/** Addresses that nobody serves are one: they are made up by whoever asks. */
export const countAnswers =
  (
    { answered }: Pick<BindingMetrics, 'answered'>,
    routes: Routes,
  ): RequestHandler =>
  (request, response, next) => {
    const route = Object.hasOwn(routes, request.path) ? request.path : 'other';
    response.once('finish', () => answered(route, response.statusCode));
    next();
  };
