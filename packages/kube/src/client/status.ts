// Maps a Kubernetes `Status` to a typed error; the only place that reads one.
import { ApiError, ApiErrorCause } from '../errors';
import { unquoted } from './goQuote';

const reasonOfCode: Record<number, string> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Expired',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0
    ? value
    : undefined;

/** Field values by which the server means the object as a whole. */
const wholeObject = new Set(['<nil>', '[]']);

/** Converts `.spec.size`, the form of field managers, to `spec.size`. */
function fieldOf(value: unknown): string | undefined {
  const path = text(value)?.replace(/^\.(?=.)/, '');
  return path === undefined || wholeObject.has(path) ? undefined : path;
}

/** A refusal of unknown fields names them in its message only. */
const strictDecoding = /strict decoding error: (.*)$/s;
const strictDecodingField = /(unknown|duplicate) field ("(?:[^"\\]|\\.)*")/g;

function strictDecodingCauses(message: string): ApiErrorCause[] {
  const [, list = ''] = strictDecoding.exec(message) ?? [];
  return [...list.matchAll(strictDecodingField)].map(
    ([, kind, quoted = '']) => ({
      field: unquoted(quoted),
      ...(kind === 'unknown'
        ? { reason: 'UnknownField', message: 'There is no such field.' }
        : { reason: 'DuplicateField', message: 'The field is duplicated.' }),
    }),
  );
}

function causesOf(details: unknown, message: string): ApiErrorCause[] {
  const causes = field(details, 'causes');
  if (!Array.isArray(causes) || causes.length === 0)
    return strictDecodingCauses(message);
  return causes.map(cause => ({
    field: fieldOf(field(cause, 'field')),
    reason: text(field(cause, 'reason')),
    message: text(field(cause, 'message')) ?? 'no message',
  }));
}

/** Whether a decoded body is a Kubernetes `Status`. */
function isStatus(body: unknown): boolean {
  return field(body, 'kind') === 'Status' && field(body, 'apiVersion') === 'v1';
}

/** Seconds of a `Retry-After` header: a number, or the time until a date (RFC 9110, 10.2.3). */
function secondsOf(retryAfter: string, now: number): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  // `Date.parse` accepts more than HTTP dates; those end in GMT.
  const date = retryAfter.endsWith('GMT') ? Date.parse(retryAfter) : NaN;
  return Number.isNaN(date)
    ? undefined
    : Math.max(0, Math.ceil((date - now) / 1000));
}

/**
 * The error for an error response.
 * @param httpCode - status code of the response; for ERROR events of a watch, 0 (the `Status` holds the code)
 * @param body - decoded body; anything but a `Status` is not quoted, since it may come from a proxy
 * @param retryAfter - value of the `Retry-After` header
 * @param now - milliseconds since 1970
 */
export function apiErrorFromStatus(
  httpCode: number,
  body: unknown,
  retryAfter?: string,
  now: number = Date.now(),
): ApiError {
  const headerSeconds =
    retryAfter === undefined ? undefined : secondsOf(retryAfter, now);
  if (!isStatus(body)) {
    return new ApiError({
      code: httpCode,
      reason: 'Unknown',
      message:
        httpCode === 404
          ? 'The API server does not know this resource (404). Check that its CRD is installed.'
          : `The response was HTTP ${httpCode} without a Kubernetes status. Check for a proxy in front of the API server.`,
      retryAfterSeconds: headerSeconds,
    });
  }
  const code = httpCode || Number(field(body, 'code')) || 500;
  const details = field(body, 'details');
  const bodySeconds = positive(field(details, 'retryAfterSeconds'));
  const reason = text(field(body, 'reason')) ?? reasonOfCode[code] ?? 'Unknown';
  const message = text(field(body, 'message')) ?? `${reason} (HTTP ${code})`;
  return new ApiError({
    code,
    reason,
    message,
    causes: causesOf(details, message),
    retryAfterSeconds: headerSeconds ?? bodySeconds,
    objectName: text(field(details, 'name')),
  });
}
