/** Routes as a table, so that unsupported methods can be refused. */
import type { Request, Response, Router } from 'express';
import { HttpError } from './failure';

/** Handles a request; `failure.ts` maps thrown errors to responses. */
export type Handler = (
  request: Request,
  response: Response,
) => void | Promise<void>;

/** Handlers by path and method. */
export type Routes = Record<string, { get?: Handler; post?: Handler }>;

/** Adds the routes; other methods on their paths get the status 405. */
export const addRoutes = (router: Router, routes: Routes): void => {
  for (const [path, { get, post }] of Object.entries(routes)) {
    if (get) router.get(path, get);
    if (post) router.post(path, post);
    const allow = [get && 'GET', get && 'HEAD', post && 'POST']
      .filter(Boolean)
      .join(', ');
    router.all(path, (_, response) => {
      response.setHeader('Allow', allow);
      throw new HttpError(
        405,
        'MethodNotAllowed',
        `This address supports only ${allow}. Check the method of your request.`,
      );
    });
  }
};
