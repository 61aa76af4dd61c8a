/** Requests the export of APIs in the cluster namespace, with the rights of an app cluster's token. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  apiName,
  bindResources,
  conditionTypes,
  getCondition,
  names,
  type APIServiceExport,
  type APIServiceExportRequest,
} from '@klutch/bind-api';
import { isForbidden } from '@klutch/kube';
import { printable } from '../output/table';
import type { ControlPlaneTenant } from './ControlPlaneTenant';

/** The part of an export request that names what to export. */
export type RequestedExports = Pick<APIServiceExportRequest, 'spec'>;

/** How long to wait. */
export interface WaitOptions {
  /** Time in milliseconds since the epoch. */
  deadline: number;
  signal?: AbortSignal;
}

const pollMs = 500;

/** Rights of a new cluster namespace take a moment. */
const rightsMs = 15_000;

const exportNames = ({ spec }: RequestedExports): string[] =>
  spec.resources.map(({ group = '', resource }) =>
    apiName({ group, resource }),
  );

/**
 * The exports, once all of them exist.
 *
 * @param mayBeNew - the rights in the cluster namespace may still be missing
 */
async function findExports(
  { client, namespace }: ControlPlaneTenant,
  request: RequestedExports,
  mayBeNew: boolean,
): Promise<APIServiceExport[] | undefined> {
  const found = await Promise.all(
    exportNames(request).map(name =>
      client
        .get(bindResources.exports, { namespace, name })
        .catch((error: unknown) => {
          if (mayBeNew && isForbidden(error)) return undefined;
          throw error;
        }),
    ),
  );
  const usable = found.filter(
    one => one !== undefined && !one.metadata.deletionTimestamp,
  );
  return usable.length === found.length
    ? (usable as APIServiceExport[])
    : undefined;
}

async function createRequest(
  { client, namespace }: ControlPlaneTenant,
  { spec }: RequestedExports,
  { deadline, signal }: WaitOptions,
  dryRun: boolean,
): Promise<string> {
  const rightsDeadline = Math.min(deadline, Date.now() + rightsMs);
  for (;;) {
    try {
      const created = await client.create(
        bindResources.requests,
        {
          apiVersion: names.apiVersion,
          kind: bindResources.requests.kind,
          metadata: { generateName: 'export-', namespace },
          spec,
        },
        { dryRun, signal },
      );
      return created.metadata.name ?? '';
    } catch (error) {
      if (!isForbidden(error) || Date.now() >= rightsDeadline) throw error;
      await delay(pollMs, undefined, { signal });
    }
  }
}

/** Has the control plane check the request, without storing it. */
export const checkRequest = async (
  tenant: ControlPlaneTenant,
  request: RequestedExports,
  wait: WaitOptions,
): Promise<void> => {
  await createRequest(tenant, request, wait, true);
};

/**
 * The exports of a request: existing ones, or new ones. Repeating it creates no duplicates.
 *
 * @throws Error with the provider's reason when the request fails, or is not served in time
 */
export async function requestExports(
  tenant: ControlPlaneTenant,
  request: RequestedExports,
  wait: WaitOptions,
): Promise<APIServiceExport[]> {
  const { client, namespace } = tenant;
  const apis = exportNames(request).join(', ');
  let name: string | undefined;
  for (;;) {
    const found = await findExports(tenant, request, name === undefined);
    if (found) return found;
    name ??= await createRequest(tenant, request, wait, false);
    const current = await client.get(bindResources.requests, {
      namespace,
      name,
    });
    if (current?.status?.phase === 'Failed') {
      throw new Error(
        printable(
          current.status.terminalMessage ?? `The export of ${apis} failed.`,
        ),
      );
    }
    if (Date.now() >= wait.deadline) {
      const { message } =
        getCondition(
          current?.status?.conditions,
          conditionTypes.exportsReady,
        ) ?? {};
      throw new Error(
        `The provider did not export ${apis} in time${message ? ` (${printable(message)})` : ''}. Ask its operators, then run the command again; --timeout allows more time.`,
      );
    }
    await delay(pollMs, undefined, { signal: wait.signal });
  }
}
