/** What an error becomes in an HTTP answer: status and the body of the REST document. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { HttpError } from 'express-openapi-validator/dist/framework/types';
import { InvalidError, TakenError, type FieldCause } from './InvalidError';

/** Status and body of a failed request. */
export interface ErrorAnswer {
  status: number;
  body: Schemas['Error'] & { response: { statusCode: number } };
}

const statusOfName: Record<string, number> = {
  InputError: 400,
  AuthenticationError: 401,
  NotAllowedError: 403,
  NotFoundError: 404,
  ConflictError: 409,
  ServiceUnavailableError: 503,
};

function answer(
  status: number,
  name: string,
  message: string,
  causes: FieldCause[] = [],
): ErrorAnswer {
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

function notAsDocumented(error: HttpError): ErrorAnswer {
  const causes = error.errors.map(({ path, message }) => {
    const field = fieldOfPath(path);
    return { ...(field && { field }), message };
  });
  return answer(
    error.status,
    error.status === 404 ? 'NotFoundError' : 'InputError',
    `The request is not as the portal's REST document says: ${error.message}.`,
    causes,
  );
}

/** What the body parser of express says of a body that it cannot take. */
function unreadableBody(error: Error): ErrorAnswer | undefined {
  const type = 'type' in error ? error.type : undefined;
  if (type === 'entity.parse.failed') {
    return answer(400, 'InputError', 'The body of the request is not JSON.');
  }
  if (type === 'entity.too.large') {
    return answer(413, 'InputError', 'The body of the request is too large.');
  }
  return undefined;
}

/**
 * The answer for an error; undefined for one that nobody put in words, which belongs into the log.
 */
export function errorAnswer(error: unknown): ErrorAnswer | undefined {
  if (error instanceof HttpError) return notAsDocumented(error);
  if (error instanceof InvalidError) {
    return answer(422, error.name, error.message, error.causes);
  }
  if (!(error instanceof Error)) return undefined;
  const status = statusOfName[error.name];
  if (status === undefined) return unreadableBody(error);
  return answer(
    status,
    error.name,
    error.message,
    error instanceof TakenError ? error.causes : [],
  );
}

/** The answer for an error that has no words of its own; details are in the log only. */
export function unexpectedAnswer(): ErrorAnswer {
  return answer(
    500,
    'Error',
    'Something in the portal went wrong that should not. Try again; if it stays, ask an operator to look into the log of the portal.',
  );
}
