/** The one place that turns what clusters answer into errors of Backstage, in sentences that say what to do. */
import {
  ConflictError,
  InputError,
  NotAllowedError,
  NotFoundError,
  ServiceUnavailableError,
} from '@backstage/errors';
import { BindingError, type BindingErrorReason } from '@klutch/binding-backend';
import {
  ApiError,
  ConnectionError,
  isAlreadyExists,
  isForbidden,
  isInvalid,
  isNotFound,
  isUnauthorized,
} from '@klutch/kube';
import {
  InvalidError,
  AlreadyExistsError,
  type FieldCause,
} from './InvalidError';

/** What was tried, in words for the sentence about its failure. */
export interface ErrorContext {
  /** Completes "You may not …": `order PostgreSQL in team-a`. */
  action: string;
  /** The object: `PostgreSQL "orders-db"`. */
  object: string;
  /** The cluster's title: `Development apps`. */
  cluster: string;
  /** What that cluster knows the person by; absent when the portal acts for itself. */
  user?: string;
}

/** Backstage's errors write a cause given to their constructor into the message, which is for people. */
function withCause(cause: unknown, error: Error): Error {
  return Object.assign(error, { cause });
}

/** Kubernetes may put the refused value first; the sentence of the rule's author stands after it. */
const invalidValuePrefix =
  /^Invalid value: (?:(?:"(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null): )?(?=\S)/;

const unsupportedValue = /^Unsupported value: (.+?): supported values: (.+)$/;

/** Says nothing that the other causes do not say better. */
const rulesNotChecked = /^some validation rules were not checked/;

function fieldCauses(error: ApiError): FieldCause[] {
  return error.causes
    .filter(({ message }) => !rulesNotChecked.test(message))
    .map(({ field, message }) => ({
      ...(field && { field }),
      message: message
        .replace(invalidValuePrefix, '')
        .replace(
          unsupportedValue,
          '$1 is not possible here. Possible are: $2.',
        ),
    }));
}

function forbiddenError(error: ApiError, errorContext: ErrorContext): Error {
  const { cluster, action, user } = errorContext;
  if (/cannot impersonate/.test(error.message)) {
    return new NotAllowedError(
      `The portal may not act as ${user ?? 'you'} on ${cluster}. Ask an operator to apply the portal's roles there for you and your groups.`,
    );
  }
  return new NotAllowedError(
    user
      ? `You may not ${action}. Ask whoever runs ${cluster} for the right; it knows you as ${user}.`
      : `The portal may not ${action} on ${cluster}. Ask an operator to apply the portal's roles there.`,
  );
}

function notFoundError(error: ApiError, errorContext: ErrorContext): Error {
  const { cluster, object } = errorContext;
  const namespace = /^namespaces "([^"]+)" not found/.exec(error.message)?.[1];
  if (namespace) {
    return new InvalidError(
      `There is no namespace ${namespace} on ${cluster}. Choose another one.`,
      [
        {
          field: 'metadata.namespace',
          message: 'This namespace does not exist.',
        },
      ],
    );
  }
  if (!error.objectName) {
    return new NotFoundError(
      `${cluster} does not know this kind of service any more. Ask an operator whether it is still bound there.`,
    );
  }
  return new NotFoundError(`${object} does not exist on ${cluster}.`);
}

function fromApiError(error: ApiError, errorContext: ErrorContext): Error {
  const { cluster, object } = errorContext;
  if (isForbidden(error)) return forbiddenError(error, errorContext);
  if (isNotFound(error)) return notFoundError(error, errorContext);
  if (isAlreadyExists(error)) {
    return new AlreadyExistsError(
      `${object} exists already on ${cluster}. Choose another name.`,
      [{ field: 'metadata.name', message: 'This name is taken.' }],
    );
  }
  if (isInvalid(error)) {
    return new InvalidError(
      `${cluster} does not accept ${object} as it is. Correct the fields named below.`,
      fieldCauses(error),
    );
  }
  if (isUnauthorized(error)) {
    return new ServiceUnavailableError(
      `${cluster} does not accept the portal's own credentials any more. Ask an operator to give the portal another kubeconfig.`,
    );
  }
  if (error.causes.some(({ reason }) => reason === 'UnknownField')) {
    return new InvalidError(
      `${cluster} does not know all fields of ${object}. Check the spelling of those named below.`,
      fieldCauses(error),
    );
  }
  if (error.code === 400) {
    return new InvalidError(
      `${cluster} cannot read ${object}: ${error.message}`,
      fieldCauses(error),
    );
  }
  if (error.code === 409) {
    return new ConflictError(
      `${object} changed on ${cluster} in the meantime. Look at it again, then repeat what you did.`,
    );
  }
  return new ServiceUnavailableError(
    `${cluster} could not do this now (${error.reason}). Try again in a moment.`,
  );
}

/** The error that a failed call to a cluster becomes; errors of other origin are returned as they are. */
export function toBackstageError(
  error: unknown,
  errorContext: ErrorContext,
): unknown {
  if (error instanceof ApiError)
    return withCause(error, fromApiError(error, errorContext));
  if (error instanceof ConnectionError) {
    return withCause(
      error,
      new ServiceUnavailableError(
        `${errorContext.cluster} cannot be reached now. What was sent may or may not have arrived; the portal reconnects by itself, then look again.`,
      ),
    );
  }
  return error;
}

/** Runs calls to a cluster; what they fail with is put in words. */
export async function mapKubeErrors<T>(
  errorContext: ErrorContext,
  calls: () => Promise<T>,
): Promise<T> {
  try {
    return await calls();
  } catch (error) {
    throw toBackstageError(error, errorContext);
  }
}

type ErrorClass = new (message: string) => Error;

const bindingErrorClasses: Record<BindingErrorReason, ErrorClass> = {
  InvalidInput: InputError,
  NotOffered: NotFoundError,
  NotBound: NotFoundError,
  NotYet: ConflictError,
  NotAllowed: NotAllowedError,
  Conflict: ConflictError,
  Failed: ServiceUnavailableError,
  Timeout: ServiceUnavailableError,
  Misconfigured: ConflictError,
};

/** The same for calls to the binding backend, whose errors are sentences already. */
export async function mapBindingErrors<T>(
  errorContext: ErrorContext,
  calls: () => Promise<T>,
): Promise<T> {
  try {
    return await calls();
  } catch (error) {
    if (error instanceof BindingError) {
      throw withCause(
        error,
        new bindingErrorClasses[error.reason](error.message),
      );
    }
    throw toBackstageError(error, errorContext);
  }
}
