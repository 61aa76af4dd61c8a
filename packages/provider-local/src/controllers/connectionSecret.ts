/** The credentials secret of a service binding: written with its data in one go, never over somebody else's. */
import { isDeepStrictEqual } from 'node:util';
import { KubeClient, Secret, apiVersionOf, core } from '@klutch/kube';
import { ServiceError } from '../errors';
import { ServiceBinding, serviceBindings } from '../resources/managedResources';

/** The type that Crossplane gives to such secrets. */
export const connectionSecretType = 'connection.crossplane.io/v1alpha1';

const encode = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      Buffer.from(value, 'utf8').toString('base64'),
    ]),
  );

/** The secret of `binding` with these values. Throws in words when the binding does not say where it goes. Pure. */
export function connectionSecret(
  binding: ServiceBinding,
  values: Record<string, string>,
): Secret & { data: Record<string, string> } {
  const secretRef = binding.spec?.writeConnectionSecretToRef;
  if (!secretRef) {
    throw new ServiceError(
      'The credentials have no place: spec.writeConnectionSecretToRef is missing. Set its name and namespace.',
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
    data: encode(values),
  };
}

/** Name of the service binding that a secret belongs to. */
export function bindingOfSecret(secret: Secret): string[] {
  return (secret.metadata.ownerReferences ?? [])
    .filter(owner => owner.controller && owner.kind === serviceBindings.kind)
    .map(owner => owner.name);
}

/** Keeps of a secret what tells whom it belongs to. Credentials do not stay in memory. */
export const withoutData = (secret: Secret): Secret => ({
  apiVersion: secret.apiVersion,
  kind: secret.kind,
  metadata: secret.metadata,
});

const isControlledBy = (secret: Secret, owner: string | undefined) =>
  secret.metadata.ownerReferences?.some(
    ({ controller, uid }) => controller && uid === owner,
  ) ?? false;

/** Creates the secret, or puts back what was changed. Throws in words when its name is taken by something else. */
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
      `The secret ${name} in namespace ${namespace} exists and does not belong to this service binding. It is not overwritten: delete it, or delete this binding and order it under another name.`,
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

/** Deletes the secret of a binding that goes, if it is its own. The garbage collector would do it, some time later. */
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
