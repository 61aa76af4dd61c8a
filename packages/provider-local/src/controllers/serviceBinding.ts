/** Reconciles ServiceBindings: a user on the instance's server and the secret with its credentials. */
import { Cache, KubeClient } from '@klutch/kube';
import { ServiceError } from '../errors';
import { ServiceHost } from '../host/ServiceHost';
import { Connection } from '../host/ServiceEngine';
import { available, creating, unavailable } from '../resources/conditions';
import {
  instanceIdOf,
  claimInSameNamespace,
  onlyOne,
  serviceTypeOf,
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
import { fieldManager } from './fieldManager';
import { ManagedKind } from './ManagedKind';
import { Services } from './services';

/** Index function: `namespace/name` of the claim of a binding's or backup's instance. */
export const instanceClaimOf = (
  object: Pick<ServiceBinding, 'metadata' | 'spec' | 'apiVersion' | 'kind'>,
): string[] =>
  claimInSameNamespace(object, object.spec?.forProvider?.instanceName);

const instancesOf = (
  object: Pick<ServiceBinding, 'metadata' | 'spec' | 'apiVersion' | 'kind'>,
  instances: Pick<Cache<ServiceInstance>, 'byIndex'>,
): ServiceInstance[] =>
  instanceClaimOf(object).flatMap(claim => instances.byIndex('claim', claim));

/** Error of a binding whose instance was deleted; a new instance with the same name requeues the binding. */
const instanceDeletedError = (object: ServiceBinding) =>
  new ServiceError(
    `The service instance ${object.spec?.forProvider?.instanceName ?? ''} was deleted with its data, so these credentials no longer work. Delete this service binding.`,
    { retry: false },
  );

/**
 * The instance of a binding or backup. Of instances with the same name, the one of the type that the object asks for.
 * Throws ServiceError when the instance is ambiguous or missing.
 */
export function instanceFor(
  object: Pick<ServiceBinding, 'metadata' | 'spec' | 'apiVersion' | 'kind'>,
  instances: Pick<Cache<ServiceInstance>, 'byIndex'>,
  services: Pick<Services, 'isOfType'>,
): ServiceInstance {
  const type = serviceTypeOf(object);
  return onlyOne(
    instancesOf(object, instances),
    'service instance',
    object.spec?.forProvider?.instanceName,
    instance => !type || services.isOfType(instance, type),
  );
}

/** The service of the instance. Throws ServiceError when the binding or backup asks for another type. */
export function serviceOf(
  object: Pick<ServiceBinding, 'metadata' | 'spec' | 'apiVersion' | 'kind'>,
  instance: ServiceInstance,
  services: Services,
): ServiceHost {
  const service = services.serviceFor(instance);
  const type = serviceTypeOf(object);
  if (type && type !== service.engine.type) {
    throw new ServiceError(
      `The service instance is of type ${service.engine.type}, and serviceInstanceType is ${type}. Correct serviceInstanceType.`,
      { retry: false },
    );
  }
  return service;
}

/** The part of the status that shows where clients connect to. */
const connectionDetailsOf = ({ addresses }: Connection) =>
  addresses.map(({ host, port, label, database }) => ({
    hostURL: host,
    port: String(port),
    label,
    ...(database && { database }),
  }));

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
      const instance = instanceFor(object, instances, services);
      const service = serviceOf(object, instance, services);
      const instanceId = instanceIdOf(instance);
      const report = service.instance(instanceId);
      const about = {
        instanceId,
        serviceID: report?.serviceId,
        planID: report?.planId,
      };
      if (
        before?.state === 'Created' &&
        before.instanceId === instanceId &&
        report?.server.running === false
      ) {
        // The status of the instance reports the stopped server. The credentials remain valid, and the instance
        // requeues the binding when the server runs again.
        return { atProvider: before, ready: available() };
      }
      if (!before?.state) {
        await reportStatus({
          atProvider: { ...about, state: 'Pending' },
          ready: creating(),
        });
      }
      const connection = await service.bind(instanceId, uidOf(object));
      await writeConnectionSecret(
        client,
        connectionSecret(object, connection.secret),
        fieldManager,
      );
      return {
        atProvider: {
          ...about,
          serviceBindingID:
            before?.serviceBindingID ?? service.nextBindingNumber(instanceId),
          state: 'Created',
          connectionDetails: connectionDetailsOf(connection),
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
