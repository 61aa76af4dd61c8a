/** Objects of bound APIs that are not in step with the control plane. */
import { parseApiName, type APIServiceBinding } from '@klutch/bind-api';
import { konnectorConditions } from '@klutch/konnector';
import {
  core,
  isForbidden,
  isNotFound,
  type KubeClient,
  type KubeEvent,
  type Unstructured,
} from '@klutch/kube';
import { tableText } from '../output/table';

/** An object that is not in step. */
export interface SyncError {
  /** Name of the binding, `<plural>.<group>`. */
  api: string;
  /** `<namespace>/<name>`, or the name. */
  object: string;
  /** Reason of the konnector's condition or Event. */
  reason: string;
  message: string;
}

/** What is known about the objects of one API. */
export interface ApiObjects {
  api: string;
  objects: readonly Unstructured[];
}

/** `reportingComponent` of the konnector's Events. */
const component = 'klutch-konnector';

interface ObjectCondition {
  type?: unknown;
  status?: unknown;
  reason?: unknown;
  message?: unknown;
}

const conditionsOf = ({ status }: Unstructured): ObjectCondition[] => {
  const { conditions } = (status ?? {}) as { conditions?: unknown };
  return Array.isArray(conditions) ? conditions : [];
};

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : '';

type Problem = Pick<SyncError, 'reason' | 'message'>;

const eventTime = ({ lastTimestamp, metadata }: KubeEvent): number =>
  Date.parse(lastTimestamp ?? metadata.creationTimestamp ?? '') || 0;

/** The last Event of the konnector for each object, by UID. */
function lastEvents(events: readonly KubeEvent[]): Map<string, KubeEvent> {
  const own = events
    .filter(event => event.source?.component === component)
    .sort((a, b) => eventTime(a) - eventTime(b));
  return new Map(own.map(event => [event.involvedObject.uid ?? '', event]));
}

/** The condition decides; APIs whose schema has no conditions have Events alone. */
function problemOf(
  object: Unstructured,
  event: KubeEvent | undefined,
): Problem | undefined {
  const condition = conditionsOf(object).find(
    ({ type }) => type === konnectorConditions.objectSynced,
  );
  if (condition) {
    return condition.status === 'False'
      ? { reason: textOf(condition.reason), message: textOf(condition.message) }
      : undefined;
  }
  return event && event.type !== 'Normal'
    ? { reason: textOf(event.reason), message: textOf(event.message) }
    : undefined;
}

/** The objects that are not in step. Pure. */
export function syncErrorsOf(
  apis: readonly ApiObjects[],
  events: readonly KubeEvent[],
): SyncError[] {
  const byUid = lastEvents(events);
  return apis.flatMap(({ api, objects }) =>
    objects.flatMap(object => {
      const { name = '', namespace, uid = '' } = object.metadata;
      const problem = problemOf(object, byUid.get(uid));
      const path = namespace ? `${namespace}/${name}` : name;
      return problem ? [{ api, object: path, ...problem }] : [];
    }),
  );
}

const maximumShown = 20;

/** The table of objects, limited. Pure. */
export function syncErrorsText(errors: readonly SyncError[]): string {
  if (errors.length === 0) return '';
  const more = errors.length - maximumShown;
  const rows = errors
    .slice(0, maximumShown)
    .map(({ api, message, object, reason }) => [api, object, reason, message]);
  const table = tableText([['API', 'OBJECT', 'REASON', 'MESSAGE'], ...rows]);
  return more > 0 ? `${table}and ${more} more\n` : table;
}

async function objectsOf(
  client: KubeClient,
  { metadata: { name = '' } }: APIServiceBinding,
): Promise<ApiObjects & { unread?: string }> {
  const { group, resource: plural } = parseApiName(name);
  try {
    const crd = await client.get(core.customResourceDefinitions, { name });
    const version = crd?.spec.versions.find(({ served }) => served)?.name;
    if (!crd || !version) return { api: name, objects: [] };
    const { items } = await client.list({
      group,
      version,
      plural,
      kind: crd.spec.names.kind,
      namespaced: crd.spec.scope === 'Namespaced',
    });
    return { api: name, objects: items };
  } catch (error) {
    if (isNotFound(error)) return { api: name, objects: [] };
    if (!isForbidden(error)) throw error;
    return { api: name, objects: [], unread: error.message };
  }
}

/** Events of the konnector. */
async function readEvents(
  client: KubeClient,
): Promise<{ events: KubeEvent[]; unread?: string }> {
  try {
    const { items } = await client.list(core.events, {
      fieldSelector: `source=${component}`,
    });
    return { events: items };
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return { events: [], unread: error.message };
  }
}

/** The objects that are not in step, and why some could not be read. */
export async function readSyncErrors(
  client: KubeClient,
  bindings: readonly APIServiceBinding[],
): Promise<{ errors: SyncError[]; unread: string[] }> {
  const [{ events, unread }, ...apis] = await Promise.all([
    readEvents(client),
    ...bindings.map(binding => objectsOf(client, binding)),
  ]);
  return {
    errors: syncErrorsOf(apis, events),
    unread: [unread, ...apis.map(api => api.unread)].filter(
      (text): text is string => text !== undefined,
    ),
  };
}
