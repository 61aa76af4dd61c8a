/** Maps responses of clusters to Backstage errors with messages for users. */
import {
  ConflictError,
  InputError,
  NotAllowedError,
  NotFoundError,
  ServiceUnavailableError,
} from '@backstage/errors';
import { deletionRefusal, labels, restoreRefusal } from '@klutch/bind-api';
import {
  explain,
  explainRule,
  type Explanation,
} from '@klutch/backstage-plugin-klutch-common';
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
import { explainedError } from './explainedError';
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
      ...causeExplanation(message),
    }));
}

function causeExplanation(message: string): Explanation {
  const [, value, values] = unsupportedValue.exec(message) ?? [];
  if (value && values) return explain('ValueNotSupported', { value, values });
  return explainRule(
    message.replace(policyDenial, '').replace(invalidValuePrefix, ''),
  );
}

function policyExplanation(
  { action, cluster, user }: ErrorContext,
  refusal: string,
): Explanation {
  if (!user) return explain('PortalRefused', { action, cluster, refusal });
  switch (refusal) {
    case deletionRefusal: {
      const label = labels.deletionProtection;
      return explain('DeletionProtected', { action, label });
    }
    case restoreRefusal:
      return explain('RestoreForbidden', { action, user });
    default:
      return explain('PolicyRefused', { action, cluster, refusal, user });
  }
}

/**
 * The error for a request that RBAC permits and a policy refuses.
 * @param refusal - text of the policy, shown as the cluster's if the policy is none of this project
 */
export function policyError(context: ErrorContext, refusal: string): Error {
  const sentence = /[.!?]$/.test(refusal) ? refusal : `${refusal}.`;
  return explainedError(NotAllowedError, policyExplanation(context, sentence));
}

function forbiddenError(error: ApiError, errorContext: ErrorContext): Error {
  const { cluster, action, user } = errorContext;
  if (policyDenial.test(error.message)) {
    return policyError(errorContext, error.message.replace(policyDenial, ''));
  }
  if (/cannot impersonate/.test(error.message)) {
    return explainedError(
      NotAllowedError,
      explain('ImpersonationForbidden', { cluster, user: user ?? 'you' }),
    );
  }
  return explainedError(
    NotAllowedError,
    user
      ? explain('Forbidden', { action, cluster, user })
      : explain('PortalForbidden', { action, cluster }),
  );
}

function notFoundError(error: ApiError, errorContext: ErrorContext): Error {
  const { cluster, object } = errorContext;
  const namespace = /^namespaces "([^"]+)" not found/.exec(error.message)?.[1];
  if (namespace) {
    return new InvalidError(
      explain('NamespaceNotFound', { namespace, cluster }),
      [{ field: 'metadata.namespace', ...explain('NamespaceIsMissing') }],
    );
  }
  if (!error.objectName) {
    return explainedError(NotFoundError, explain('ApiNotServed', { cluster }));
  }
  return explainedError(
    NotFoundError,
    explain('ObjectNotFound', { object, cluster }),
  );
}

function fromApiError(error: ApiError, errorContext: ErrorContext): Error {
  const { cluster, object } = errorContext;
  if (isForbidden(error)) return forbiddenError(error, errorContext);
  if (isNotFound(error)) return notFoundError(error, errorContext);
  if (isAlreadyExists(error)) {
    return new AlreadyExistsError(explain('NameTaken', { object, cluster }), [
      { field: 'metadata.name', ...explain('NameIsTaken') },
    ]);
  }
  if (isInvalid(error)) {
    return new InvalidError(
      explain('ObjectRejected', { object, cluster }),
      fieldCauses(error),
    );
  }
  if (isUnauthorized(error)) {
    return explainedError(
      ServiceUnavailableError,
      explain('ClusterUnauthorized', { cluster }),
    );
  }
  if (error.causes.some(({ reason }) => reason === 'UnknownField')) {
    return new InvalidError(
      explain('FieldsUnknown', { object, cluster }),
      fieldCauses(error),
    );
  }
  if (error.code === 400) {
    return new InvalidError(
      explain('ObjectUnreadable', { object, cluster, error: error.message }),
      fieldCauses(error),
    );
  }
  if (error.code === 409) {
    return explainedError(
      ConflictError,
      explain('ObjectChanged', { object, cluster }),
    );
  }
  return explainedError(
    ServiceUnavailableError,
    explain('RequestFailed', { cluster, error: error.reason }),
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
      explainedError(
        ServiceUnavailableError,
        explain('RequestLost', { cluster: errorContext.cluster }),
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
        explainedError(
          bindingErrorClasses[error.reason],
          explain(`Binding${error.reason}`, { error: error.message }),
        ),
      );
    }
    throw toBackstageError(error, errorContext);
  }
}
