/** Names the resource that an API server does not know; its own answer does not. */
import {
  ApiError,
  isNotFound,
  resourceName,
  type KubeClient,
  type Resource,
} from '@klutch/kube';
import { withCalls } from './withCalls';

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'plural' in value;

function named(error: unknown, server: string, resource: unknown): unknown {
  const isUnknown = isNotFound(error) && error.reason === 'Unknown';
  if (!isUnknown || !isResource(resource)) return error;
  return new ApiError({
    code: error.code,
    reason: error.reason,
    message: `The API server ${server} does not know ${resourceName(resource)}. Check --context; if it is the right cluster, "kubectl klutch doctor" says what is missing there.`,
  });
}

/** The client, with the resource in errors of calls for one that is unknown. */
export const withNamedResources = (client: KubeClient): KubeClient =>
  withCalls(client, (result, [resource]) =>
    result.catch((error: unknown) => {
      throw named(error, client.server, resource);
    }),
  );
