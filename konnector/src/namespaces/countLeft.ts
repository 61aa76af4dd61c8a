/** Counts what is left of a type in a service namespace. */
import {
  isForbidden,
  isNotFound,
  metadataOf,
  type KubeClient,
} from '@klutch/kube';
import { annotations } from '../markers';
import type { TypeLeft } from './typesLeft';

/**
 * Undefined when the control plane does not offer the type, or refuses to list it: then it cannot be known.
 * @param client - of the control plane.
 * @throws ApiError when asking fails for another reason.
 */
export async function countLeft(
  client: KubeClient,
  namespace: string,
  { ask }: TypeLeft,
): Promise<number | undefined> {
  if (!ask) return undefined;
  const { group, version, plural, claimed } = ask;
  try {
    const offered = (await client.discover(group, version)).find(
      type => type.plural === plural,
    );
    if (!offered) return undefined;
    const { kind, namespaced } = offered;
    if (!namespaced) return 0;
    const { items } = await client.list(
      metadataOf({ group, version, plural, kind, namespaced }),
      { namespace },
    );
    const marked = items.filter(
      ({ metadata }) => metadata.annotations?.[annotations.resourceOwner],
    );
    return claimed ? marked.length : items.length;
  } catch (error) {
    if (isNotFound(error) || isForbidden(error)) return undefined;
    throw error;
  }
}
