/**
 * External names of managed resources, and references between managed resources by the claims that they were created
 * for.
 */
import { ServiceError } from '../errors';
import { ManagedResource } from './managedResources';

/** Keeps a managed resource until its external resource is removed. */
export const finalizer = 'finalizer.managedresource.crossplane.io';
export const externalNameAnnotation = 'crossplane.io/external-name';
const pausedAnnotation = 'crossplane.io/paused';
const instanceTypeLabel = 'klutch.io/instance-type';

const claimName = 'crossplane.io/claim-name';
const claimNamespace = 'crossplane.io/claim-namespace';

export const isPaused = (object: ManagedResource) =>
  object.metadata.annotations?.[pausedAnnotation] === 'true';

/** On Restores: name of the instance claim to restore into, in the same namespace. Default: that of the backup. */
export const restoreInto = 'klutch.anynines.com/restore-into';

export const uidOf = (object: ManagedResource): string =>
  object.metadata.uid ?? '';

/** Id of the instance: the resource's own identity in the format of a9s (`<uuid>-<unix seconds>`). */
export function instanceIdOf(object: ManagedResource): string {
  const created = Date.parse(object.metadata.creationTimestamp ?? '');
  return `${uidOf(object)}-${Math.floor(created / 1000)}`;
}

/** Index function: `namespace/name` of the claim that a resource was created for; none when the labels are missing. */
export function claimOf(object: ManagedResource): string[] {
  const { [claimName]: name, [claimNamespace]: namespace } =
    object.metadata.labels ?? {};
  return name && namespace ? [`${namespace}/${name}`] : [];
}

/** `namespace/name` of another claim in the namespace of the claim of `object`. */
export function claimInSameNamespace(
  object: ManagedResource,
  name: string | undefined,
): string[] {
  const namespace = object.metadata.labels?.[claimNamespace];
  return name && namespace ? [`${namespace}/${name}`] : [];
}

/** Type of the data service that a binding, backup or restore asks for: a label, or the name of the provider configuration. */
export const serviceTypeOf = ({
  metadata,
  spec,
}: ManagedResource): string | undefined =>
  metadata.labels?.[instanceTypeLabel] ??
  /^(.+)-backup-manager$/.exec(spec?.providerConfigRef?.name ?? '')?.[1];

/**
 * The only resource that was found for a claim; of several, as of services with the same name, the only one that is of
 * the right type. Throws ServiceError when there is none or more than one.
 */
export function onlyOne<T extends ManagedResource>(
  found: T[],
  kind: string,
  name: string | undefined,
  isOfType: (resource: T) => boolean = () => true,
): T {
  const [first, second] = found.length > 1 ? found.filter(isOfType) : found;
  if (!first) {
    throw new ServiceError(
      `There is no ${kind} ${name ?? ''} in this namespace. Order it first, or correct the name.`,
      { retry: true },
    );
  }
  if (second) {
    throw new ServiceError(
      `There is more than one ${kind} ${name ?? ''} in this namespace (different kinds with the same name). Delete one of them.`,
      { retry: true },
    );
  }
  return first;
}
