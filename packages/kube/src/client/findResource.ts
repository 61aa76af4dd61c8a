// Finds a resource by its type.
import { isNotFound } from '../errors';
import { defineResource } from '../resources';
import type { KubeObject, Resource, Unstructured } from '../types';
import type { KubeClient } from './KubeClient';

/** A type in one version, by its kind or by its plural name in URLs. */
export type TypeReference = { apiVersion: string } & (
  | { kind: string }
  | { plural: string }
);

/**
 * The resource of a type, as the API server has it; undefined when it is not served.
 * @param type - for example an object, which has `apiVersion` and `kind`
 * @throws ApiError, ConnectionError when the request fails
 */
export async function findResource<T extends KubeObject = Unstructured>(
  client: Pick<KubeClient, 'discover'>,
  type: TypeReference,
): Promise<Resource<T> | undefined> {
  const [version = '', group = ''] = type.apiVersion.split('/').reverse();
  const served = await client.discover(group, version).catch(error => {
    if (isNotFound(error)) return [];
    throw error;
  });
  const found = served.find(({ kind, plural }) =>
    'kind' in type ? kind === type.kind : plural === type.plural,
  );
  if (!found) return undefined;
  const { plural, kind, namespaced } = found;
  return defineResource<T>({ group, version, plural, kind, namespaced });
}
