// Finds the resource of an object by its type.
import { isNotFound } from '../errors';
import { defineResource } from '../resources';
import type { KubeObject, Resource, Unstructured } from '../types';
import type { KubeClient } from './KubeClient';

/** The resource of objects with this `apiVersion` and `kind`, as the API server has it; undefined when it is not served. */
export async function findResource<T extends KubeObject = Unstructured>(
  client: KubeClient,
  { apiVersion, kind }: { apiVersion: string; kind: string },
): Promise<Resource<T> | undefined> {
  const [version = '', group = ''] = apiVersion.split('/').reverse();
  const served = await client.discover(group, version).catch(error => {
    if (isNotFound(error)) return [];
    throw error;
  });
  const found = served.find(type => type.kind === kind);
  return found && defineResource<T>({ group, version, ...found });
}
