// Reasons as labels: few, whatever a server says.
import { ApiError, ConnectionError } from './errors';
import { codeLabel } from './metricLabels';

/** All that Kubernetes itself says (apimachinery `StatusReason`); an extension or a proxy may say anything. */
const statusReasons = new Set([
  'AlreadyExists',
  'BadRequest',
  'Conflict',
  'Expired',
  'Forbidden',
  'Gone',
  'InternalError',
  'Invalid',
  'MethodNotAllowed',
  'NotAcceptable',
  'NotFound',
  'RequestEntityTooLarge',
  'ServerTimeout',
  'ServiceUnavailable',
  'StoreReadError',
  'Timeout',
  'TooManyRequests',
  'Unauthorized',
  'UnsupportedMediaType',
]);

/** The reason of an answer: one of Kubernetes, otherwise its HTTP status, unusual ones by their class (`HTTP 5xx`). */
export const boundedApiReason = ({ code, reason }: ApiError): string =>
  statusReasons.has(reason) ? reason : `HTTP ${codeLabel(code)}`;

/** Why something failed, in one word that quotes nobody: the reason of an answer, why there was none, or the error's class. */
export function boundedReason(error: unknown): string {
  if (error instanceof ApiError) return boundedApiReason(error);
  if (error instanceof ConnectionError) return error.failure;
  return error instanceof Error ? error.constructor.name : typeof error;
}
