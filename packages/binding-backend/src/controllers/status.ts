/** Status writes that never overwrite another client's: only changes, only at the observed resourceVersion. */
import { fieldManagers, type Condition } from '@klutch/bind-api';
import {
  isNotFound,
  keyOf,
  parseKey,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import equal from 'fast-deep-equal';

/** The condition list without one type. */
export const withoutCondition = (
  conditions: readonly Condition[],
  type: string,
): Condition[] => conditions.filter(condition => condition.type !== type);

/**
 * Merges `status` into the object's status; writes only changes. Condition lists are atomic and shared with the
 * konnector, so the write requires the observed resourceVersion.
 * @throws ApiError with code 409 after a concurrent write; the controller then retries with the new state
 */
export const writeStatus = async <T extends KubeObject & { status?: object }>(
  client: KubeClient,
  resource: Resource<T>,
  object: T,
  status: Partial<NonNullable<T['status']>>,
): Promise<void> => {
  const current: Partial<NonNullable<T['status']>> = object.status ?? {};
  const changed = (Object.keys(status) as (keyof typeof status)[]).some(
    field => !equal(current[field], status[field]),
  );
  if (!changed) return;
  const { uid, resourceVersion } = object.metadata;
  try {
    await client.mergePatch(
      resource,
      parseKey(keyOf(object)),
      { metadata: { uid, resourceVersion }, status },
      { subresource: 'status', fieldManager: fieldManagers.backend },
    );
  } catch (error) {
    if (!isNotFound(error)) throw error; // A deleted object needs no status.
  }
};
