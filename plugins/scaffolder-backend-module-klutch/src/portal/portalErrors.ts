/** Maps failed calls of the portal's REST API to errors of Backstage. */
import {
  AuthenticationError,
  ConflictError,
  InputError,
  NotAllowedError,
  NotFoundError,
  ServiceUnavailableError,
} from '@backstage/errors';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';

type ErrorClass = new (message: string) => Error;

/** What a call of the REST client resolves to. */
export interface PortalResponse<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

const errorClasses: Record<number, ErrorClass> = {
  400: InputError,
  401: AuthenticationError,
  403: NotAllowedError,
  404: NotFoundError,
  409: ConflictError,
  413: InputError,
  422: InputError,
  502: ServiceUnavailableError,
  503: ServiceUnavailableError,
  504: ServiceUnavailableError,
};

/**
 * An error that explains itself. The scaffolder writes the stack of an error into the log of the task, so the stack is
 * only the message.
 */
export function userError(Class: ErrorClass, message: string): Error {
  const error = new Class(message);
  error.stack = `${error.name}: ${message}`;
  return error;
}

/** The body of a failed response; undefined for a body that is not the portal's, such as a proxy's page. */
export function errorBody(
  body: unknown,
): Schemas['Error']['error'] | undefined {
  const { error } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as Partial<Schemas['Error']>;
  return typeof error?.message === 'string' ? error : undefined;
}

/** The message of a failed response, with the fields that it concerns. */
function messageOf(status: number, body: unknown): string {
  // Errors of clusters have other statuses.
  if (status === 401) {
    return 'The session in which the task was started has ended. Retry the task.';
  }
  const error = errorBody(body);
  if (!error) return `The portal returned status ${status}.`;
  const causes = (error.causes ?? []).map(({ field, message }) =>
    field ? `${field}: ${message}` : message,
  );
  return [error.message, ...causes].join(' ');
}

/**
 * Waits for the response of a call.
 *
 * @throws ServiceUnavailableError when the portal's backend does not respond
 */
export async function responseOf<T>(
  call: Promise<PortalResponse<T>>,
): Promise<PortalResponse<T>> {
  try {
    return await call;
  } catch (error) {
    // How `fetch` reports a failed connection.
    if (!(error instanceof TypeError)) throw error;
    throw userError(
      ServiceUnavailableError,
      "The portal's backend does not respond. Try again in a moment.",
    );
  }
}

/**
 * The data of a response.
 *
 * @throws the error of Backstage for its status, with the portal's message and the fields that it concerns
 */
export function dataOf<T>({ data, error, response }: PortalResponse<T>): T {
  if (response.ok) return data as T;
  const { status } = response;
  throw userError(errorClasses[status] ?? Error, messageOf(status, error));
}

/** Waits for a call and returns its data, see {@link responseOf} and {@link dataOf}. */
export const unwrap = async <T>(call: Promise<PortalResponse<T>>): Promise<T> =>
  dataOf(await responseOf(call));
