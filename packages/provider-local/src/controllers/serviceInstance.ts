/** Reconciles ServiceInstances: an order becomes a running server, its deletion ends it. */
import { Cache } from '@klutch/kube';
import { DataService, InstanceOrder, InstanceReport } from '../dataService';
import { ServiceError } from '../errors';
import {
  available,
  creating,
  storageAbovePlan,
  storageWithinPlan,
  unavailable,
} from '../resources/conditions';
import { instanceIdOf } from '../resources/identity';
import {
  ServiceInstance,
  serviceInstances,
} from '../resources/managedResources';
import { ManagedKind, Standing } from './managed';
import { Services } from './services';

type InstanceStanding = Standing<ServiceInstance>;

/** The order that a ServiceInstance is. */
export function orderOf(object: ServiceInstance): InstanceOrder {
  const {
    serviceName = '',
    planName = '',
    parameters = {},
  } = object.spec?.forProvider ?? {};
  const { name = '', labels } = object.metadata;
  return {
    id: instanceIdOf(object),
    title: labels?.['crossplane.io/claim-name'] ?? name,
    serviceName,
    planName,
    parameters,
  };
}

/** Status of an instance that runs or is being made. Pure. */
export function standingOf(
  id: string,
  report: InstanceReport,
): InstanceStanding {
  const { server, storage, state, ...rest } = report;
  const atProvider = {
    state,
    instanceId: id,
    serviceId: rest.serviceId,
    planId: rest.planId,
    parameters: rest.parameters,
    createdAt: rest.createdAt,
    provisionedAt: rest.provisionedAt,
    updatedAt: rest.updatedAt,
  };
  if (state === 'deploying') return { atProvider, ready: creating() };
  const more = [
    storage.within ? storageWithinPlan() : storageAbovePlan(storage.message),
  ];
  if (!server.running)
    return { atProvider, ready: unavailable(server.reason), more };
  return {
    atProvider,
    ready: available(storage.within ? server.note : storage.message),
    more,
  };
}

/** Status of an order that cannot be carried out and has no server. Pure. */
export function failedStanding(
  order: InstanceOrder,
  createdAt: string | undefined,
  error: unknown,
  reason: string,
): InstanceStanding {
  return {
    atProvider: {
      state: 'failed',
      instanceId: order.id,
      createdAt,
      parameters: order.parameters,
    },
    ready: unavailable(reason),
    error,
  };
}

async function ensure(
  service: DataService,
  order: InstanceOrder,
  tell: (standing: InstanceStanding) => Promise<unknown>,
  createdAt: string | undefined,
): Promise<InstanceStanding> {
  const before = service.instance(order.id);
  if (!service.isUpToDate(order)) {
    const atProvider = {
      ...(before
        ? standingOf(order.id, before).atProvider
        : { instanceId: order.id, createdAt }),
      state: 'deploying' as const,
    };
    await tell(
      before?.state === 'provisioned'
        ? {
            atProvider,
            ready: unavailable(
              `The plan ${order.planName} and its parameters are being put into force.`,
            ),
          }
        : {
            atProvider,
            ready: creating('The PostgreSQL server is being set up.'),
          },
    );
  }
  try {
    return standingOf(order.id, await service.ensureInstance(order));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const report = service.instance(order.id);
    return report?.state === 'provisioned'
      ? { ...standingOf(order.id, report), error }
      : failedStanding(order, createdAt, error, error.message);
  }
}

export function serviceInstanceKind(
  cache: Cache<ServiceInstance>,
  services: Services,
): ManagedKind<ServiceInstance> {
  return {
    resource: serviceInstances,
    cache,
    leaving: object => ({ ...object.status?.atProvider, state: 'deleting' }),

    async bring(object, tell) {
      const order = orderOf(object);
      const createdAt = object.metadata.creationTimestamp;
      const choice = services.choose(order.serviceName, order.planName);
      if (!choice.available) {
        const error = new ServiceError(choice.reason, { retry: false });
        const running = services.reportOf(order.id);
        return running
          ? { ...standingOf(order.id, running), error }
          : failedStanding(order, createdAt, error, choice.reason);
      }
      const known = services.reportOf(order.id);
      if (!known && object.status?.atProvider?.provisionedAt) {
        throw new ServiceError(
          'The data of this instance are no longer on this machine. Nothing was created in their place: delete the instance and order a new one.',
          { retry: false },
        );
      }
      if (!known && !object.status?.atProvider?.state) {
        await tell({
          atProvider: { state: 'created', instanceId: order.id, createdAt },
          ready: creating(),
        });
      }
      return ensure(choice.service, order, tell, createdAt);
    },

    async remove(object, { logger }) {
      const keepData = object.spec?.deletionPolicy === 'Orphan';
      const id = instanceIdOf(object);
      const wasThere = services.reportOf(id) !== undefined;
      await services.deleteInstance(id, { keepData });
      if (wasThere)
        logger.info({ instance: id, keepData }, 'the instance is gone');
    },
  };
}
