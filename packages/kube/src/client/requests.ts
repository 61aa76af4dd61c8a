// The client's calls as requests: pure functions from options to paths, queries and bodies.
import { resourceName } from '../resources';
import { collectionPath } from './paths';
import { KubeObject, Resource } from '../types';
import { ResourceAttributes } from './KubeClient';
import {
  DeleteOptions,
  ListOptions,
  WatchOptions,
  WriteOptions,
} from './requestOptions';

type Query = Record<string, string | number | boolean | undefined>;

/** A path with its query; undefined values are left out. */
export function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text ? `${path}?${text}` : path;
}

export function writeQuery(options: WriteOptions & { force?: boolean }): Query {
  return {
    fieldManager: options.fieldManager,
    force: options.force ? true : undefined,
    dryRun: options.dryRun ? 'All' : undefined,
    fieldValidation: options.strictFields ? 'Strict' : undefined,
  };
}

/** Path of a list's page. */
export function listPath(
  resource: Resource<KubeObject>,
  options: ListOptions,
  page: { limit?: number; continueToken?: string },
): string {
  // The continue token of a further page already holds the version.
  const notOlderThan = page.continueToken ? undefined : options.notOlderThan;
  return withQuery(collectionPath(resource, options.namespace), {
    labelSelector: options.labelSelector,
    fieldSelector: options.fieldSelector,
    resourceVersion: notOlderThan,
    resourceVersionMatch: notOlderThan && 'NotOlderThan',
    limit: page.limit || undefined,
    continue: page.continueToken,
  });
}

export function watchPath(
  resource: Resource<KubeObject>,
  options: WatchOptions,
): string {
  const { resourceVersion, sendInitialEvents = false } = options;
  if (resourceVersion === undefined && !sendInitialEvents) {
    throw new TypeError(
      `A watch of ${resourceName(
        resource,
      )} needs a resourceVersion to start from, or sendInitialEvents.`,
    );
  }
  return withQuery(collectionPath(resource, options.namespace), {
    watch: true,
    resourceVersion,
    sendInitialEvents: sendInitialEvents || undefined,
    resourceVersionMatch: sendInitialEvents ? 'NotOlderThan' : undefined,
    allowWatchBookmarks: true,
    timeoutSeconds: options.timeoutSeconds,
    labelSelector: options.labelSelector,
    fieldSelector: options.fieldSelector,
  });
}

/** Body of a deletion. */
export function deleteBody(options: DeleteOptions): object {
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    preconditions: options.preconditions,
    dryRun: options.dryRun ? ['All'] : undefined,
  };
}

/** The intent without the fields that the server refuses in an apply. */
export function applyBody(intent: KubeObject): object {
  if (!intent.metadata.name) {
    throw new TypeError(
      `An apply of ${intent.kind} needs metadata.name: the server generates no names there.`,
    );
  }
  return {
    ...intent,
    metadata: { ...intent.metadata, managedFields: undefined },
  };
}

/** Body of a SelfSubjectAccessReview. */
export function accessReview(attributes: ResourceAttributes): object {
  return {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: attributes },
  };
}

/** Body of a TokenRequest. Without audiences the token is valid for the API server itself. */
export function tokenRequest(options: {
  expirationSeconds: number;
  boundSecret?: { name: string; uid: string };
}): object {
  return {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: {
      audiences: [],
      expirationSeconds: options.expirationSeconds,
      boundObjectRef: options.boundSecret && {
        apiVersion: 'v1',
        kind: 'Secret',
        ...options.boundSecret,
      },
    },
  };
}
