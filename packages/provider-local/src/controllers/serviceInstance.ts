/** Reconciles ServiceInstances: creation starts a server, deletion removes the server. */
import { Cache } from '@klutch/kube';
import { InProgressError, ServiceError } from '../errors';
import { ServiceHost } from '../host/ServiceHost';
import { InstanceOrder, InstanceReport } from '../host/reports';
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
import { ManagedKind, ManagedStatus } from './ManagedKind';
import { Services } from './services';

/** Between two reports of work that takes long. */
const progressIntervalMs = 3_000;

type InstanceStatus = ManagedStatus<ServiceInstance>;

/** The order expressed by a ServiceInstance. */
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

/** Status of an instance that runs or is being provisioned. Pure function. */
export function instanceStatus(
  id: string,
  report: InstanceReport,
): InstanceStatus {
  const { server, storage, state, ...rest } = report;
  const atProvider = {
    state,
    instanceId: id,
    serviceId: rest.serviceId,
    planId: rest.planId,
    version: rest.version,
    parameters: rest.parameters,
    createdAt: rest.createdAt,
    provisionedAt: rest.provisionedAt,
    updatedAt: rest.updatedAt,
    ...(Object.keys(rest.usage).length > 0 && { usage: rest.usage }),
  };
  if (state === 'deploying') {
    const message = server.running ? undefined : server.reason;
    return { atProvider, ready: creating(message) };
  }
  const extraConditions = [
    storage.within ? storageWithinPlan() : storageAbovePlan(storage.message),
  ];
  if (!server.running)
    return { atProvider, ready: unavailable(server.reason), extraConditions };
  return {
    atProvider,
    ready: available(storage.within ? server.note : storage.message),
    extraConditions,
  };
}

/** Status of an order that failed before a server existed. Pure function. */
export function failedInstanceStatus(
  order: InstanceOrder,
  createdAt: string | undefined,
  error: unknown,
  reason: string,
): InstanceStatus {
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

/** The status after `error`; the status of a provisioned instance is kept. */
function statusAfterError(
  report: InstanceReport | undefined,
  order: InstanceOrder,
  createdAt: string | undefined,
  error: ServiceError,
): InstanceStatus {
  return report?.state === 'provisioned'
    ? { ...instanceStatus(order.id, report), error }
    : failedInstanceStatus(order, createdAt, error, error.message);
}

/** Status while the server is being set up, or a change is being applied to it. */
function changingStatus(
  service: ServiceHost,
  order: InstanceOrder,
  before: InstanceReport | undefined,
  createdAt: string | undefined,
): InstanceStatus {
  const atProvider = {
    ...(before
      ? instanceStatus(order.id, before).atProvider
      : { instanceId: order.id, createdAt }),
    state: 'deploying' as const,
  };
  return before?.state === 'provisioned'
    ? {
        atProvider,
        ready: unavailable(
          `The plan ${order.planName} and its parameters are being applied.`,
        ),
      }
    : {
        atProvider,
        ready: creating(`The ${service.engine.title} server is being set up.`),
      };
}

async function ensure(
  service: ServiceHost,
  order: InstanceOrder,
  reportStatus: (status: InstanceStatus) => Promise<unknown>,
  createdAt: string | undefined,
  isRetry: boolean,
): Promise<InstanceStatus> {
  const before = service.instance(order.id);
  // A failed order keeps its failed status during retries: an alternating status would trigger every watcher.
  if (!isRetry && !service.isUpToDate(order)) {
    await reportStatus(
      before && service.hasApplied(order)
        ? instanceStatus(order.id, before)
        : changingStatus(service, order, before, createdAt),
    );
  }
  return instanceStatus(order.id, await service.ensureInstance(order));
}

export function serviceInstanceKind(
  cache: Cache<ServiceInstance>,
  services: Services,
): ManagedKind<ServiceInstance> {
  /** By uid, in memory only: after a restart of the provider an order is tried once more. */
  const failures = new Map<string, Failure>();

  return {
    resource: serviceInstances,
    cache,
    atProviderWhileDeleting: object => ({
      ...object.status?.atProvider,
      state: 'deleting',
    }),

    async reconcile(object, reportStatus, { requeueAfter }) {
      const order = orderOf(object);
      const createdAt = object.metadata.creationTimestamp;
      const known = services.reportOf(order.id);
      if (!known && object.status?.atProvider?.provisionedAt) {
        throw new ServiceError(
          'The data of this instance are no longer on this machine, or cannot be read (see the log of provider-local). The instance was not recreated. If the data are lost, delete the instance and order a new one.',
          { retry: false },
        );
      }
      const { generation } = object.metadata;
      const last = failures.get(uidOf(object));
      const failed = last?.generation === generation ? last : undefined;
      const refusedStatus = (error: ServiceError) =>
        statusAfterError(known, order, createdAt, error);
      let service: ServiceHost;
      try {
        service = services.serviceFor(object);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return refusedStatus(error);
      }
      const refusal = service.validateOrder(order);
      if (refusal) return refusedStatus(refusal);
      if (failed?.error.retry === false) return refusedStatus(failed.error);
      if (!known && !object.status?.atProvider?.state) {
        await reportStatus({
          atProvider: { state: 'created', instanceId: order.id, createdAt },
          ready: creating(),
        });
      }
      try {
        const status = await ensure(
          service,
          order,
          reportStatus,
          createdAt,
          failed !== undefined,
        );
        failures.delete(uidOf(object));
        return status;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        failures.set(uidOf(object), { generation, error });
        const report = services.reportOf(order.id);
        if (report && error instanceof InProgressError) {
          requeueAfter(progressIntervalMs);
          return instanceStatus(order.id, report);
        }
        return statusAfterError(report, order, createdAt, error);
      }
    },

    async remove(object, { logger }) {
      const keepData = object.spec?.deletionPolicy === 'Orphan';
      const id = instanceIdOf(object);
      const wasThere = services.reportOf(id) !== undefined;
      await services.deleteInstance(id, { keepData });
      failures.delete(uidOf(object));
      if (wasThere)
        logger.info({ instance: id, keepData }, 'the instance was deleted');
    },
  };
}
