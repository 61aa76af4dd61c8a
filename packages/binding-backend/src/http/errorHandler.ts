/** The error handler of a router: sends the failure as the response and logs it where operators have to act. */
import type { Logger } from '@klutch/kube';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { failureOf, loggedFields, type Failure } from './failure';

/** Sends the response body; the status is set already. */
export type SendFailure = (
  failure: Failure,
  request: Request,
  response: Response,
) => void;

export const sendJsonFailure: SendFailure = (
  { message, name },
  _request,
  response,
) => {
  response.json({ error: { name, message } });
};

/** @param message - log message for failures that operators have to resolve */
export const errorHandler =
  (logger: Logger, message: string, send: SendFailure): ErrorRequestHandler =>
  (
    error,
    request,
    response,
    // Express recognises error handlers by their four parameters.
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
