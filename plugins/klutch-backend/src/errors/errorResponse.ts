/** What an error becomes in an HTTP answer: status and the body of the REST document. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { HttpError } from 'express-openapi-validator/dist/framework/types';
import {
  InvalidError,
  AlreadyExistsError,
  type FieldCause,
} from './InvalidError';

/** Status and body of a failed request. */
export interface ErrorResponse {
  status: number;
  body: Schemas['Error'] & { response: { statusCode: number } };
}

const statusByErrorName: Record<string, number> = {
  InputError: 400,
  AuthenticationError: 401,
  NotAllowedError: 403,
  NotFoundError: 404,
  ConflictError: 409,
  ServiceUnavailableError: 503,
};

function createErrorResponse(
  status: number,
  name: string,
  message: string,
  causes: FieldCause[] = [],
): ErrorResponse {
  return {
    status,
    body: {
      error: { name, message, ...(causes.length > 0 && { causes }) },
      // Where Backstage's own clients look for it.
      response: { statusCode: status },
    },
  };
}

/** `/body/spec/plan` and `/query/confirm` as they are written in the REST document. */
const fieldOfPath = (path: string) =>
  path.split('/').slice(2).join('.') || undefined;

function validationErrorResponse(error: HttpError): ErrorResponse {
  const causes = error.errors.map(({ path, message }) => {
    const field = fieldOfPath(path);
    return { ...(field && { field }), message };
  });
  return createErrorResponse(
    error.status,
    error.status === 404 ? 'NotFoundError' : 'InputError',
    `The request is not as the portal's REST document says: ${error.message}.`,
    causes,
  );
}

/** What the body parser of express says of a body that it cannot take. */
function bodyParserErrorResponse(error: Error): ErrorResponse | undefined {
  const type = 'type' in error ? error.type : undefined;
  if (type === 'entity.parse.failed') {
    return createErrorResponse(
      400,
      'InputError',
      'The body of the request is not JSON.',
    );
  }
  if (type === 'entity.too.large') {
    return createErrorResponse(
      413,
      'InputError',
      'The body of the request is too large.',
    );
  }
  return undefined;
}

/**
 * The answer for an error; undefined for one that nobody put in words, which belongs into the log.
 */
export function errorResponse(error: unknown): ErrorResponse | undefined {
  if (error instanceof HttpError) return validationErrorResponse(error);
  if (error instanceof InvalidError) {
    return createErrorResponse(422, error.name, error.message, error.causes);
  }
  if (!(error instanceof Error)) return undefined;
  const status = statusByErrorName[error.name];
  if (status === undefined) return bodyParserErrorResponse(error);
  return createErrorResponse(
    status,
    error.name,
    error.message,
    error instanceof AlreadyExistsError ? error.causes : [],
  );
}

/** The answer for an error that has no words of its own; details are in the log only. */
export function internalErrorResponse(): ErrorResponse {
  return createErrorResponse(
    500,
    'Error',
    'Something in the portal went wrong that should not. Try again; if it stays, ask an operator to look into the log of the portal.',
  );
}
