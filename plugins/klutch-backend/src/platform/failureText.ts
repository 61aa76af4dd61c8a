/** What a failed request says, in few words and without credentials: codes of connections are short and searchable. */
import { errorMessage } from '@klutch/kube';

const fieldOf = (
  error: unknown,
  field: 'cause' | 'code' | 'message' | 'name',
): unknown =>
  typeof error === 'object' && error !== null
    ? Reflect.get(error, field)
    : undefined;

/** The code of the connection's failure, such as `ECONNREFUSED`, or else the message. */
export function failureText(error: unknown): string {
  if (fieldOf(error, 'name') === 'TimeoutError') return 'timeout';
  const cause = fieldOf(error, 'cause');
  const text =
    fieldOf(cause, 'code') ??
    fieldOf(error, 'code') ??
    // `fetch` says only that it failed.
    fieldOf(cause, 'message');
  return typeof text === 'string' ? text : errorMessage(error);
}
