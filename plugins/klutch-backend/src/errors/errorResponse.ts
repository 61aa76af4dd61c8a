/** Maps errors to HTTP responses: status and body of the REST document. */
import {
  explain,
  type Explanation,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { HttpError } from 'express-openapi-validator/dist/framework/types';
import { explainValidation } from './explainValidation';
import { explanationOf } from './explainedError';
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
  explanation: Explanation,
  causes: FieldCause[] = [],
): ErrorResponse {
  return {
    status,
    body: {
      error: {
        name,
        ...explanation,
        ...(causes.length > 0 && { causes }),
      },
      // Backstage's own clients read the status from this field.
      response: { statusCode: status },
    },
  };
}

/**
 * Turns the validator's paths, such as `/body/spec/plan` and `/query/confirm`, into field names of the REST document.
 */
const fieldOfPath = (path: string) =>
  path.split('/').slice(2).join('.') || undefined;

function validationErrorResponse(error: HttpError): ErrorResponse {
  const causes = error.errors.map(({ path, message }) => {
    const field = fieldOfPath(path);
    return { ...(field && { field }), ...explainValidation(message) };
  });
  return createErrorResponse(
    error.status,
    error.status === 404 ? 'NotFoundError' : 'InputError',
    explain('RequestInvalid', { error: error.message }),
    causes,
  );
}

/** Response for errors of Express' body parser. */
function bodyParserErrorResponse(error: Error): ErrorResponse | undefined {
  const type = 'type' in error ? error.type : undefined;
  if (type === 'entity.parse.failed') {
    return createErrorResponse(400, 'InputError', explain('BodyNotJson'));
  }
  if (type === 'entity.too.large') {
    return createErrorResponse(413, 'InputError', explain('BodyTooLarge'));
  }
  return undefined;
}

/** The response for an error; undefined for an unmapped error, which belongs in the log. */
export function errorResponse(error: unknown): ErrorResponse | undefined {
  if (error instanceof HttpError) return validationErrorResponse(error);
  if (error instanceof InvalidError) {
    return createErrorResponse(
      422,
      error.name,
      error.explanation,
      error.causes,
    );
  }
  if (!(error instanceof Error)) return undefined;
  const status = statusByErrorName[error.name];
  if (status === undefined) return bodyParserErrorResponse(error);
  return createErrorResponse(
    status,
    error.name,
    explanationOf(error),
    error instanceof AlreadyExistsError ? error.causes : [],
  );
}

/** The response for an unmapped error; details are in the log only. */
export function internalErrorResponse(): ErrorResponse {
  return createErrorResponse(500, 'Error', explain('InternalError'));
}
