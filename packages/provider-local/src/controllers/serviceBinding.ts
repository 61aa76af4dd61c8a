/** Reconciles ServiceBindings: a user on the instance's server and the secret with its credentials. */
import { Cache, KubeClient } from '@klutch/kube';
import { DataService } from '../dataService';
import { ServiceError } from '../errors';
import { available, creating, unavailable } from '../resources/conditions';
import {
  instanceIdOf,
  instanceTypeLabel,
  claimInSameNamespace,
  onlyOne,
  uidOf,
} from '../resources/identity';
import {
  ServiceBinding,
  ServiceInstance,
  serviceBindings,
} from '../resources/managedResources';
import {
  connectionSecret,
  deleteConnectionSecret,
  writeConnectionSecret,
} from './connectionSecret';
import { ManagedKind, fieldManager } from './managedReconciler';
import { Services } from './services';

/** `namespace/name` of the claim whose instance a binding or backup is for. */
export const instanceClaimOf = (
  object: Pick<ServiceBinding, 'metadata' | 'spec' | 'apiVersion' | 'kind'>,
): string[] =>
  claimInSameNamespace(object, object.spec?.forProvider?.instanceName);

const instancesOf = (
  object: Pick<ServiceBinding, 'metadata' | 'spec' | 'apiVersion' | 'kind'>,
  instances: Cache<ServiceInstance>,
): ServiceInstance[] =>
  instanceClaimOf(object).flatMap(claim => instances.byIndex('claim', claim));

/** What is wrong with a binding that outlives its instance; the instances wake it when one of that name is there. */
const instanceDeletedError = (object: ServiceBinding) =>
  new ServiceError(
    `The service instance ${object.spec?.forProvider?.instanceName ?? ''} was deleted with its data, so these credentials open nothing any more. Delete this service binding.`,
    { retry: false },
  );

/** The instance that a binding or backup is for. Throws in words when it cannot be told or is not there. */
export function instanceFor(
  object: Pick<ServiceBinding, 'metadata' | 'spec' | 'apiVersion' | 'kind'>,
  instances: Cache<ServiceInstance>,
): ServiceInstance {
  return onlyOne(
    instancesOf(object, instances),
    'service instance',
    object.spec?.forProvider?.instanceName,
  );
}

function serviceOf(
  binding: ServiceBinding,
  instance: ServiceInstance,
  services: Services,
): DataService {
  const { serviceName = '', planName = '' } = instance.spec?.forProvider ?? {};
  const choice = services.choose(serviceName, planName);
  if (!choice.available) {
    throw new ServiceError(choice.reason, { retry: false });
  }
  const type = binding.metadata.labels?.[instanceTypeLabel];
  if (type && type !== choice.service.type) {
    throw new ServiceError(
      `The service instance is of type ${choice.service.type}, and this binding asks for ${type}. Correct serviceInstanceType.`,
      { retry: false },
    );
  }
  return choice.service;
}

export function serviceBindingKind(options: {
  client: KubeClient;
  cache: Cache<ServiceBinding>;
  instances: Cache<ServiceInstance>;
  services: Services;
}): ManagedKind<ServiceBinding> {
  const { client, cache, instances, services } = options;
  return {
    resource: serviceBindings,
    cache,
    atProviderWhileDeleting: object => ({
      ...object.status?.atProvider,
      state: 'Deleting',
    }),

    async reconcile(object, reportStatus) {
      const before = object.status?.atProvider;
      if (
        before?.state === 'Created' &&
        instancesOf(object, instances).length === 0
      ) {
        const error = instanceDeletedError(object);
        return { atProvider: before, ready: unavailable(error.message), error };
      }
      const instance = instanceFor(object, instances);
      const service = serviceOf(object, instance, services);
      const instanceId = instanceIdOf(instance);
      const report = service.instance(instanceId);
      const about = {
        instanceId,
        serviceID: report?.serviceId,
        planID: report?.planId,
      };
      if (before?.state === 'Created' && report?.server.running === false) {
        // The instance tells that its server is away; the credentials are as good as before, and it wakes us when back.
        return { atProvider: before, ready: available() };
      }
      if (!before?.state) {
        await reportStatus({
          atProvider: { ...about, state: 'Pending' },
          ready: creating(),
        });
      }
      const { secret, address } = await service.bind(instanceId, uidOf(object));
      await writeConnectionSecret(
        client,
        connectionSecret(object, secret),
        fieldManager,
      );
      const { host, port, label } = address;
      return {
        atProvider: {
          ...about,
          state: 'Created',
          connectionDetails: [{ hostURL: host, port: String(port), label }],
        },
        ready: available(),
      };
    },

    async remove(object) {
      if (object.spec?.deletionPolicy === 'Orphan') return;
      const instanceId = object.status?.atProvider?.instanceId;
      if (instanceId) {
        for (const service of services.all) {
          await service.unbind(instanceId, uidOf(object));
        }
      }
      await deleteConnectionSecret(client, object);
    },
  };
}
