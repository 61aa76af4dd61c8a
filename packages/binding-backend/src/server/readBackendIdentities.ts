/** Who is the binding backend of a control plane, as the bindings of its roles say. */
import {
  core,
  type KubeClient,
  type RoleBinding,
  type Subject,
} from '@klutch/kube';
import { backendNames } from '../backendNames';
import { portalNames } from '../roles/portalRoles';

/** Somebody to whom the roles of the binding backend are granted. */
export interface BackendIdentity {
  /** As in a role binding. */
  subject: Subject;
  /** Namespace of the Lease, which is the portal's for a portal. */
  namespace: string;
  /** Whether the roles of a portal, which contains the backend, are granted as well. */
  isPortal: boolean;
}

const isSame = (one: Subject, other: Subject): boolean =>
  one.kind === other.kind &&
  one.name === other.name &&
  one.namespace === other.namespace;

const subjectsOf = (binding: RoleBinding | undefined): readonly Subject[] =>
  binding?.subjects ?? [];

/**
 * The identities that the roles of the command `roles` are granted to, also those of a portal; none where the roles are
 * not applied.
 *
 * @param client - needs `get` on `clusterrolebindings`, and `list` on `rolebindings` of all namespaces
 * @throws ApiError without these rights, with code 403
 */
export async function readBackendIdentities(
  client: Pick<KubeClient, 'get' | 'list'>,
  signal?: AbortSignal,
): Promise<BackendIdentity[]> {
  const [ofBackend, ofPortal, ofLeases] = await Promise.all([
    client.get(
      core.clusterRoleBindings,
      { name: backendNames.role },
      { signal },
    ),
    client.get(
      core.clusterRoleBindings,
      { name: portalNames.role },
      { signal },
    ),
    client.list(core.roleBindings, {
      fieldSelector: `metadata.name=${backendNames.lease}`,
      signal,
    }),
  ]);
  return subjectsOf(ofBackend).map(subject => {
    const isGranted = (binding: RoleBinding | undefined) =>
      subjectsOf(binding).some(one => isSame(one, subject));
    const isPortal = isGranted(ofPortal);
    const lease = ofLeases.items.find(isGranted);
    return {
      subject,
      isPortal,
      namespace:
        lease?.metadata.namespace ??
        subject.namespace ??
        (isPortal ? portalNames.namespace : backendNames.program),
    };
  });
}
