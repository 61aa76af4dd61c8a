/**
 * The credentials secret of a service binding: created complete with its data, and never over a Secret of another
 * owner.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  KubeClient,
  Secret,
  apiVersionOf,
  core,
  encodeSecretData,
} from '@klutch/kube';
import { ServiceError } from '../errors';
import { ServiceBinding, serviceBindings } from '../resources/managedResources';

/** The type that Crossplane sets on connection secrets. */
export const connectionSecretType = 'connection.crossplane.io/v1alpha1';

/**
 * The secret of `binding` with these values. Throws ServiceError when the binding has no secret reference. Pure
 * function.
 */
export function connectionSecret(
  binding: ServiceBinding,
  values: Record<string, string>,
): Secret & { data: Record<string, string> } {
  const secretRef = binding.spec?.writeConnectionSecretToRef;
  if (!secretRef) {
    throw new ServiceError(
      'The credentials cannot be written: spec.writeConnectionSecretToRef is missing. Set its name and namespace.',
      { retry: false },
    );
  }
  const { name = '', uid = '' } = binding.metadata;
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: secretRef.name,
      namespace: secretRef.namespace,
      ownerReferences: [
        {
          apiVersion: apiVersionOf(serviceBindings),
          kind: serviceBindings.kind,
          name,
          uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    type: connectionSecretType,
    data: encodeSecretData(values),
  };
}

/** Index function: name of the service binding that owns a secret. */
export function bindingOfSecret(secret: Secret): string[] {
  return (secret.metadata.ownerReferences ?? [])
    .filter(owner => owner.controller && owner.kind === serviceBindings.kind)
    .map(owner => owner.name);
}

/** Drops the data of a cached secret, so that credentials do not stay in memory. */
export const withoutData = (secret: Secret): Secret => ({
  apiVersion: secret.apiVersion,
  kind: secret.kind,
  metadata: secret.metadata,
});

const isControlledBy = (secret: Secret, owner: string | undefined) =>
  secret.metadata.ownerReferences?.some(
    ({ controller, uid }) => controller && uid === owner,
  ) ?? false;

/** Creates the secret, or reverts changes to it. Throws ServiceError when another object has the secret's name. */
export async function writeConnectionSecret(
  client: KubeClient,
  desired: Secret & { data: Record<string, string> },
  fieldManager: string,
): Promise<void> {
  const { name = '', namespace, ownerReferences } = desired.metadata;
  const live = await client.get(core.secrets, { name, namespace });
  if (!live) {
    await client.create(core.secrets, desired, { fieldManager });
    return;
  }
  if (!isControlledBy(live, ownerReferences?.[0]?.uid)) {
    throw new ServiceError(
      `The secret ${name} in namespace ${namespace} exists and does not belong to this service binding. It is not overwritten: delete the secret, or delete this binding and order one with another name.`,
      { retry: true },
    );
  }
  if (isDeepStrictEqual(live.data, desired.data)) return;
  const removed = Object.keys(live.data ?? {}).filter(
    key => !(key in desired.data),
  );
  await client.mergePatch(
    core.secrets,
    { name, namespace },
    {
      metadata: { resourceVersion: live.metadata.resourceVersion },
      data: {
        ...Object.fromEntries(removed.map(key => [key, null])),
        ...desired.data,
      },
    },
    { fieldManager },
  );
}

/**
 * Deletes the secret of a deleted binding, if the binding owns the secret. The garbage collector would do so only
 * later.
 */
export async function deleteConnectionSecret(
  client: KubeClient,
  binding: ServiceBinding,
): Promise<void> {
  const secretRef = binding.spec?.writeConnectionSecretToRef;
  if (!secretRef) return;
  const live = await client.get(core.secrets, secretRef);
  if (!live || !isControlledBy(live, binding.metadata.uid)) return;
  await client.delete(core.secrets, secretRef, {
    preconditions: { uid: live.metadata.uid },
  });
}
