/** Maps responses of clusters to Backstage errors with messages for users. */
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

/** The attempted action, for the message about its failure. */
export interface ErrorContext {
  /** Completes "You may not …": `order PostgreSQL in team-a`. */
  action: string;
  /** The object: `PostgreSQL "orders-db"`. */
  object: string;
  /** Title of the cluster: `Development apps`. */
  cluster: string;
  /** The user's name on that cluster; absent when the portal acts for itself. */
  user?: string;
}

/**
 * Backstage's error constructors append a cause to the message, which is shown to users, so the cause is set
 * afterwards.
 */
function withCause(cause: unknown, error: Error): Error {
  return Object.assign(error, { cause });
}

/** Kubernetes may prefix the message of a CEL rule with the refused value. */
const invalidValuePrefix =
  /^Invalid value: (?:(?:"(?:[^"\\]|\\.)*"|-?[\d.]+|true|false|null): )?(?=\S)/;

const unsupportedValue = /^Unsupported value: (.+?): supported values: (.+)$/;

/**
 * The refusal of an admission policy or webhook. Its text is written for users; the API server puts names of objects
 * before it.
 */
const policyDenial = /^.*?(?:Policy '|webhook ").+? denied (?:the )?request: /s;

/** This message adds nothing to the other causes. */
const rulesNotChecked = /^some validation rules were not checked/;

function fieldCauses(error: ApiError): FieldCause[] {
  return error.causes
    .filter(({ message }) => !rulesNotChecked.test(message))
    .map(({ field, message }) => ({
      ...(field && { field }),
      message: message
        .replace(policyDenial, '')
        .replace(invalidValuePrefix, '')
        .replace(
          unsupportedValue,
          '$1 is not supported. Supported values: $2.',
        ),
    }));
}

/**
 * The error for a request that RBAC permits and a policy refuses.
 * @param refusal - text of the policy
 */
export function policyError(
  { action, user }: ErrorContext,
  refusal: string,
): Error {
  const sentence = /[.!?]$/.test(refusal) ? refusal : `${refusal}.`;
  return new NotAllowedError(
    user
      ? `You may not ${action}. ${sentence} Your user name there is ${user}.`
      : `The portal may not ${action}. ${sentence}`,
  );
}

function forbiddenError(error: ApiError, errorContext: ErrorContext): Error {
  const { cluster, action, user } = errorContext;
  if (policyDenial.test(error.message)) {
    return policyError(errorContext, error.message.replace(policyDenial, ''));
  }
  if (/cannot impersonate/.test(error.message)) {
    return new NotAllowedError(
      `The portal may not act as ${user ?? 'you'} on ${cluster}. Ask an operator to apply the portal's roles there for you and your groups.`,
    );
  }
  return new NotAllowedError(
    user
      ? `You may not ${action}. Ask an operator of ${cluster} for the right; your user name there is ${user}.`
      : `The portal may not ${action} on ${cluster}. Ask an operator to apply the portal's roles there.`,
  );
}

function notFoundError(error: ApiError, errorContext: ErrorContext): Error {
  const { cluster, object } = errorContext;
  const namespace = /^namespaces "([^"]+)" not found/.exec(error.message)?.[1];
  if (namespace) {
    return new InvalidError(
      `The namespace ${namespace} does not exist on ${cluster}. Choose another one.`,
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
      `${cluster} no longer serves this API. Ask an operator whether the API is still bound there.`,
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
      `${cluster} rejects ${object}. Correct the fields named below.`,
      fieldCauses(error),
    );
  }
  if (isUnauthorized(error)) {
    return new ServiceUnavailableError(
      `${cluster} no longer accepts the portal's own credentials. Ask an operator to replace the portal's kubeconfig.`,
    );
  }
  if (error.causes.some(({ reason }) => reason === 'UnknownField')) {
    return new InvalidError(
      `${cluster} does not have all fields of ${object}. Check the spelling of the fields named below.`,
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
      `${object} changed on ${cluster} in the meantime. Reload it, then repeat the action.`,
    );
  }
  return new ServiceUnavailableError(
    `${cluster} could not process the request (${error.reason}). Try again in a moment.`,
  );
}

/** Maps an error of a failed call to a cluster; errors of other origin are returned unchanged. */
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
        `${errorContext.cluster} is unreachable now. The request may or may not have arrived; check the result when the portal has reconnected.`,
      ),
    );
  }
  return error;
}

/** Runs calls to a cluster and maps their errors to messages for users. */
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

/** As {@link mapKubeErrors}, for calls to the binding backend, whose messages are already meant for users. */
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
