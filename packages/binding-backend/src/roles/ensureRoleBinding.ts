/**
 * Keeps a RoleBinding in the desired state; its roleRef is immutable, so a RoleBinding with another role is replaced.
 */
import { fieldManagers } from '@klutch/bind-api';
import {
  core,
  createIfAbsent,
  keyOf,
  parseKey,
  type KubeClient,
  type RoleBinding,
} from '@klutch/kube';
import equal from 'fast-deep-equal';

const withoutDefaults = ({ subjects, roleRef }: RoleBinding) => ({
  roleRef,
  subjects: (subjects ?? []).map(({ kind, name, namespace }) => ({
    kind,
    name,
    namespace,
  })),
});

/** How a RoleBinding differs from the desired one. */
export const compareRoleBinding = (
  current: RoleBinding | undefined,
  wanted: RoleBinding,
): 'same' | 'missing' | 'subjects' | 'role' => {
  if (!current) return 'missing';
  const [is, should] = [withoutDefaults(current), withoutDefaults(wanted)];
  if (!equal(is.roleRef, should.roleRef)) return 'role';
  return equal(is.subjects, should.subjects) ? 'same' : 'subjects';
};

/** Creates the RoleBinding, or corrects its differences from `wanted`. */
export const ensureRoleBinding = async (
  client: KubeClient,
  wanted: RoleBinding,
): Promise<void> => {
  const key = parseKey(keyOf(wanted));
  const current = await client.get(core.roleBindings, key);
  const difference = compareRoleBinding(current, wanted);
  if (difference === 'same') return;
  if (difference === 'subjects') {
    await client.mergePatch(
      core.roleBindings,
      key,
      { subjects: wanted.subjects },
      { fieldManager: fieldManagers.backend },
    );
    return;
  }
  if (difference === 'role') {
    const uid = current?.metadata.uid;
    await client.delete(core.roleBindings, key, { preconditions: { uid } });
  }
  // Another replica may have created the same RoleBinding.
  await createIfAbsent(client, core.roleBindings, wanted, {
    fieldManager: fieldManagers.backend,
  });
};
