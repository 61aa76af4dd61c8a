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
import { instanceIdOf, uidOf } from '../resources/identity';
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

/** The last failure of an order, and the generation of the spec that failed. */
interface Failure {
  generation: number | undefined;
  error: ServiceError;
}

/** The status after `error`: an instance that was provisioned goes on as it was. */
function standingAfter(
  report: InstanceReport | undefined,
  order: InstanceOrder,
  createdAt: string | undefined,
  error: ServiceError,
): InstanceStanding {
  return report?.state === 'provisioned'
    ? { ...standingOf(order.id, report), error }
    : failedStanding(order, createdAt, error, error.message);
}

async function ensure(
  service: DataService,
  order: InstanceOrder,
  tell: (standing: InstanceStanding) => Promise<unknown>,
  createdAt: string | undefined,
  isRepeated: boolean,
): Promise<InstanceStanding> {
  const before = service.instance(order.id);
  // An order that failed and is tried again stays failed until it works: a status that alternates wakes every watcher.
  if (!isRepeated && !service.isUpToDate(order)) {
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
  return standingOf(order.id, await service.ensureInstance(order));
}

export function serviceInstanceKind(
  cache: Cache<ServiceInstance>,
  services: Services,
): ManagedKind<ServiceInstance> {
  /** By uid. In memory only: after a restart an order is tried once more. */
  const failures = new Map<string, Failure>();

  return {
    resource: serviceInstances,
    cache,
    leaving: object => ({ ...object.status?.atProvider, state: 'deleting' }),

    async bring(object, tell) {
      const order = orderOf(object);
      const createdAt = object.metadata.creationTimestamp;
      const known = services.reportOf(order.id);
      if (!known && object.status?.atProvider?.provisionedAt) {
        throw new ServiceError(
          'The data of this instance are no longer on this machine. Nothing was created in their place: delete the instance and order a new one.',
          { retry: false },
        );
      }
      const { generation } = object.metadata;
      const last = failures.get(uidOf(object));
      const failed = last?.generation === generation ? last : undefined;
      const choice = services.choose(order.serviceName, order.planName);
      const refused = (error: ServiceError) =>
        standingAfter(known, order, createdAt, error);
      if (!choice.available) {
        return refused(new ServiceError(choice.reason, { retry: false }));
      }
      const refusal = choice.service.refusalOf(order);
      if (refusal) return refused(refusal);
      if (failed?.error.retry === false) return refused(failed.error);
      if (!known && !object.status?.atProvider?.state) {
        await tell({
          atProvider: { state: 'created', instanceId: order.id, createdAt },
          ready: creating(),
        });
      }
      try {
        const standing = await ensure(
          choice.service,
          order,
          tell,
          createdAt,
          failed !== undefined,
        );
        failures.delete(uidOf(object));
        return standing;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        failures.set(uidOf(object), { generation, error });
        const report = services.reportOf(order.id);
        return standingAfter(report, order, createdAt, error);
      }
    },

    async remove(object, { logger }) {
      const keepData = object.spec?.deletionPolicy === 'Orphan';
      const id = instanceIdOf(object);
      const wasThere = services.reportOf(id) !== undefined;
      await services.deleteInstance(id, { keepData });
      failures.delete(uidOf(object));
      if (wasThere)
        logger.info({ instance: id, keepData }, 'the instance is gone');
    },
  };
}
