/** Managed resources as created by a composition, for tests without Crossplane. */
import {
  CustomResourceDefinition,
  KubeClient,
  Resource,
  core,
  decodeSecretData,
} from '@klutch/kube';
import {
  Backup,
  ManagedResource,
  Restore,
  ServiceBinding,
  ServiceInstance,
} from '../resources/managedResources';
import { eventually } from './eventually';

/** Namespace of the claims in the labels of managed resources. */
export const namespace = 'team-a';

const fixtureHead = (kind: string, name: string) => ({
  apiVersion: 'dataservices.anynines.com/v1',
  kind,
  metadata: {
    name,
    labels: {
      'crossplane.io/claim-name': name,
      'crossplane.io/claim-namespace': namespace,
      'klutch.io/instance-type': 'postgresql',
    },
  },
});

export const instanceFixture = (
  name: string,
  planName: string,
  parameters = {},
): ServiceInstance => ({
  ...fixtureHead('ServiceInstance', name),
  spec: {
    forProvider: {
      serviceName: 'a9s-postgresql15',
      planName,
      parameters,
      acceptsIncomplete: true,
      organizationGuid: 'a1d46b5c-b639-4f43-85c7-e9a0e5f01f75',
      spaceGuid: '1bf71cf3-9017-4846-bffc-b9b31872bfaf',
    } as NonNullable<ServiceInstance['spec']>['forProvider'],
  },
});

export const bindingFixture = (
  name: string,
  instanceName: string,
): ServiceBinding => ({
  ...fixtureHead('ServiceBinding', name),
  spec: {
    forProvider: { instanceName, acceptsIncomplete: true } as {
      instanceName: string;
    },
    writeConnectionSecretToRef: { name: `${name}-creds`, namespace },
  },
});

export const backupFixture = (name: string, instanceName: string): Backup => ({
  ...fixtureHead('Backup', name),
  spec: { forProvider: { instanceName } },
});

export const restoreFixture = (name: string, backupName: string): Restore => ({
  ...fixtureHead('Restore', name),
  spec: { forProvider: { backupName } },
});

/** Applies the provider's CRDs and creates the namespace for secrets. */
export async function prepareCluster(
  client: KubeClient,
  crds: object[],
): Promise<void> {
  for (const crd of crds) {
    await client.create(
      core.customResourceDefinitions,
      crd as CustomResourceDefinition,
    );
  }
  await client.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  });
  await eventually('the CRDs are served', async () => {
    const served = await client
      .discover('dataservices.anynines.com', 'v1')
      .catch(() => []);
    return served.length >= 6;
  });
}

/** The decoded data of a secret; `undefined` while the secret does not exist. */
export async function readSecret(
  client: KubeClient,
  name: string,
): Promise<Record<string, string> | undefined> {
  const secret = await client.get(core.secrets, { namespace, name });
  return secret && decodeSecretData(secret.data);
}

/** A condition of a managed resource, as `status/reason`. */
export const conditionOf = (
  object: ManagedResource | undefined,
  type: string,
) => {
  const found = object?.status?.conditions?.find(
    condition => condition.type === type,
  );
  return found && `${found.status}/${found.reason}`;
};

export const messageOfCondition = (
  object: ManagedResource | undefined,
  type: string,
) =>
  object?.status?.conditions?.find(condition => condition.type === type)
    ?.message;

/** Waits until the object matches, and returns the object. On a timeout the error shows its last state. */
export async function waitForObject<T extends ManagedResource>(
  client: KubeClient,
  resource: Resource<T>,
  name: string,
  matches: (object: T) => boolean,
): Promise<T> {
  let last: T | undefined;
  try {
    await eventually(`${resource.kind} ${name}`, async () => {
      last = await client.get(resource, { name });
      return last !== undefined && matches(last);
    });
  } catch (error) {
    throw new Error(
      `${resource.kind} ${name} stayed ${JSON.stringify(last?.status)}`,
      { cause: error },
    );
  }
  return last as T;
}

export const isReady = (object: ManagedResource) =>
  conditionOf(object, 'Ready') === 'True/Available' &&
  conditionOf(object, 'Synced') === 'True/ReconcileSuccess';
