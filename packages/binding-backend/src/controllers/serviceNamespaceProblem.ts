/** Reports why a service namespace is not ready or not deleted, for konnector and operator. */
import {
  annotations,
  bindResources,
  type APIServiceNamespace,
} from '@klutch/bind-api';
import { isNotFound } from '@klutch/kube';
import type { ControllerContext } from './context';
import { patchMetadata } from './metadata';

/** Retry interval for states that a user has to resolve and that cause no event. Milliseconds. */
export const keptRetry = 30_000;

/**
 * Returns undefined when the object is gone: the cache may still contain an object whose finalizer was just removed.
 */
export const patchNamespace = async (
  { client }: ControllerContext,
  object: APIServiceNamespace,
  metadata: Parameters<typeof patchMetadata>[3],
): Promise<APIServiceNamespace | undefined> => {
  const resource = bindResources.serviceNamespaces;
  try {
    return await patchMetadata(client, resource, object, metadata);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return undefined;
  }
};

/**
 * Sets or removes the annotation with the problem, which konnector and operator read; writes only changes.
 * @returns undefined when the object is gone
 */
export const reportProblem = async (
  context: ControllerContext,
  object: APIServiceNamespace,
  problem: string | undefined,
): Promise<APIServiceNamespace | undefined> => {
  const key = annotations.serviceNamespaceProblem;
  if (object.metadata.annotations?.[key] === problem) return object;
  return patchNamespace(context, object, {
    annotations: { [key]: problem ?? null },
  });
};
