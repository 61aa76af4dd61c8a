/** Reads, decides and writes the RoleBindings of a service namespace. */
import { core, isForbidden } from '@klutch/kube';
import { ensureRoleBinding } from '../roles/ensureRoleBinding';
import { isEscalation, missingRights } from '../roles/rightsCheck';
import { byNamespace } from './caches';
import type { ControllerContext } from './context';
import { planRoleBindings, type RoleBindingsPlan } from './planRoleBindings';
import { keptRetry } from './serviceNamespaceProblem';
import { hasTenantPolicy } from './tenantPolicy';

/** A new role takes a moment to reach the API server's authorizer, without an event. Milliseconds. */
const rightsRetry = 3_000;

/** The RoleBindings to write, and whether the policy exists that restricts the app cluster's rights on Secrets. */
export const wantedRights = async (
  context: ControllerContext,
  namespace: string,
  clusterNamespace: string,
): Promise<RoleBindingsPlan & { isPolicyEnforced: boolean }> => {
  const { caches } = context;
  const exports = caches.exports
    .byIndex(byNamespace, clusterNamespace)
    .filter(({ metadata }) => !metadata.deletionTimestamp);
  const isPolicyEnforced = await hasTenantPolicy(context, exports);
  const plan = planRoleBindings({
    namespace,
    clusterNamespace,
    exports,
    isGrantable: apiExport =>
      !missingRights(
        [apiExport],
        role => caches.clusterRoles.get(role),
        isPolicyEnforced,
      ),
    current: caches.roleBindings.byIndex(byNamespace, namespace),
  });
  return { ...plan, isPolicyEnforced };
};

/** Returns false when the API server denies the write to the backend; rethrows other errors. */
const isAllowed = async (
  write: Promise<unknown>,
  isRefusal: (error: unknown) => boolean,
): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
};

/**
 * Existing rights are withdrawn only after all others are granted.
 * @returns retry delay in milliseconds for a denied write; undefined when all writes succeeded
 */
export const writeRights = async (
  { client }: ControllerContext,
  { grant, withdraw }: RoleBindingsPlan,
): Promise<number | undefined> => {
  const results: boolean[] = [];
  for (const wanted of grant) {
    results.push(
      await isAllowed(ensureRoleBinding(client, wanted), isEscalation),
    );
  }
  if (results.includes(false)) return rightsRetry;
  for (const { metadata } of withdraw) {
    const { name = '', namespace, uid } = metadata;
    const key = { namespace, name };
    const removal = client.delete(core.roleBindings, key, {
      preconditions: { uid },
    });
    results.push(await isAllowed(removal, isForbidden));
  }
  // The role of a withdrawn RoleBinding may be lost for good, in every namespace of every app cluster, so the retry is
  // slow.
  return results.includes(false) ? keptRetry : undefined;
};
