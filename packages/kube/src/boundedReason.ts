// Reasons as metric labels: a bounded set, whatever a server sends.
import { ApiError, ConnectionError } from './errors';
import { codeLabel } from './metricLabels';

/**
 * All reasons of Kubernetes itself (apimachinery `StatusReason`); an extension API server or a proxy may send any
 * other text.
 */
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

/**
 * The reason of an error response: one of Kubernetes' own, otherwise its HTTP status, with unusual ones by class
 * (`HTTP 5xx`).
 */
export const boundedApiReason = ({ code, reason }: ApiError): string =>
  statusReasons.has(reason) ? reason : `HTTP ${codeLabel(code)}`;

/**
 * Why something failed, in one word that quotes no message: the reason of a response, why there was no response, or
 * the error's class.
 */
export function boundedReason(error: unknown): string {
  if (error instanceof ApiError) return boundedApiReason(error);
  if (error instanceof ConnectionError) return error.failure;
  return error instanceof Error ? error.constructor.name : typeof error;
}
