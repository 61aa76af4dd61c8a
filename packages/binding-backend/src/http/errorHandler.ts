/** The last handler of a router: what was thrown is logged where operators have to know of it, and answered. */
import type { Logger } from '@klutch/kube';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { failureOf, loggedFields, type Failure } from './failure';

/** Sends the answer; its status is set already. */
export type SendFailure = (
  failure: Failure,
  request: Request,
  response: Response,
) => void;

/** For programs. */
export const sendJsonFailure: SendFailure = (
  { message, name },
  _request,
  response,
) => {
  response.json({ error: { name, message } });
};

/** @param message - what is written to the log, besides the facts */
export const errorHandler =
  (logger: Logger, message: string, send: SendFailure): ErrorRequestHandler =>
  (
    error,
    request,
    response,
    // Express tells error handlers by their number of parameters.
    _next,
  ) => {
    const failure = failureOf(error);
    if (failure.shouldLog) {
      const fields = { route: request.path, ...loggedFields(error) };
      logger.error(fields, message);
    }
    response.status(failure.status);
    send(failure, request, response);
  };
