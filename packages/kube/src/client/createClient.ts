// The client: paths and bodies out, objects and typed errors back.
import { KubeConfig } from '@kubernetes/client-node';
import { ObjectList } from '../coreTypes';
import { isExpired, isNotFound } from '../errors';
import {
  apiVersionOf,
  collectionPath,
  core,
  discoveryPath,
  objectPath,
} from '../resources';
import { KubeObject, ObjectKey, Resource } from '../types';
import { impersonationHeaders } from './impersonation';
import {
  DiscoveredResource,
  KubeClient,
  ListOptions,
  ListResult,
  ServiceAccountToken,
} from './KubeClient';
import { connectionSettings } from './kubeConfig';
import {
  accessReview,
  applyBody,
  deleteBody,
  listPath,
  tokenRequest,
  watchPath,
  withQuery,
  writeQuery,
} from './requests';
import { Transport, TransportRequest } from './transport';
import { readWatch } from './watch';

/** How a client behaves. Times in milliseconds. */
export interface ClientOptions {
  /** Sent as User-Agent, which the server's audit log and flow control see; default `klutch-kube`. */
  userAgent?: string;
  /** Time to connect; default 10 000. */
  connectTimeoutMs?: number;
  /** Time until an answer begins; default 30 000. */
  headersTimeoutMs?: number;
  /** Longest silence inside an answer, watches excepted; default 30 000. */
  bodyTimeoutMs?: number;
}

interface DiscoveryList {
  resources?: (Omit<DiscoveredResource, 'plural'> & { name: string })[];
}

const defaultPageSize = 500;

/**
 * Connects to the cluster of the kubeconfig's current context. Nothing is sent until the first call.
 * @throws Error when the kubeconfig asks for something this client does not do (plugins, passwords, proxies, plain http)
 */
export function createClient(
  kubeConfig: KubeConfig,
  options: ClientOptions = {},
): KubeClient {
  const settings = connectionSettings(kubeConfig);
  const transport = new Transport(
    settings,
    options.userAgent ?? 'klutch-kube',
    {
      connectMs: options.connectTimeoutMs ?? 10_000,
      headersMs: options.headersTimeoutMs ?? 30_000,
      bodyMs: options.bodyTimeoutMs ?? 30_000,
    },
  );
  const identity = settings.impersonateUser
    ? impersonationHeaders({ user: settings.impersonateUser, groups: [] })
    : [];
  return clientOn(transport, identity, () => transport.close());
}

/** Lists leave `apiVersion` and `kind` out of the items of built-in resources. */
function withType<T extends KubeObject>(
  object: KubeObject,
  resource: Resource<T>,
): T {
  return {
    ...object,
    apiVersion: object.apiVersion ?? apiVersionOf(resource),
    kind: object.kind ?? resource.kind,
  } as T;
}

/** The 404 is about this object, and not about its resource or its namespace. */
const isMissingObject = (error: unknown, key: ObjectKey): boolean =>
  isNotFound(error) && error.objectName === key.name;

function clientOn(
  transport: Transport,
  identity: string[],
  close: () => Promise<void>,
): KubeClient {
  const send = <R>(request: TransportRequest): Promise<R> =>
    transport.request({
      ...request,
      headers: [...identity, ...(request.headers ?? [])],
    }) as Promise<R>;

  async function* listPages<T extends KubeObject>(
    resource: Resource<T>,
    o: ListOptions = {},
  ): AsyncGenerator<ListResult<T>> {
    const limit = o.pageSize ?? defaultPageSize;
    let continueToken: string | undefined;
    do {
      const page: ObjectList = await send({
        method: 'GET',
        path: listPath(resource, o, { limit, continueToken }),
        signal: o.signal,
      });
      yield {
        items: (page.items ?? []).map(item => withType(item, resource)),
        resourceVersion: page.metadata?.resourceVersion ?? '',
      };
      continueToken = page.metadata?.continue || undefined;
    } while (continueToken);
  }

  async function listAll<T extends KubeObject>(
    resource: Resource<T>,
    o: ListOptions,
  ): Promise<ListResult<T>> {
    const items: T[] = [];
    let resourceVersion = '';
    for await (const page of listPages(resource, o)) {
      items.push(...page.items);
      resourceVersion = page.resourceVersion;
    }
    return { items, resourceVersion };
  }

  return {
    server: transport.server,

    async get(resource, key, o = {}) {
      try {
        return await send({
          method: 'GET',
          path: objectPath(resource, key),
          signal: o.signal,
        });
      } catch (error) {
        if (isMissingObject(error, key)) return undefined;
        throw error;
      }
    },

    async list(resource, o = {}) {
      try {
        return await listAll(resource, o);
      } catch (error) {
        // The pages took longer than the server keeps its state: one answer cannot expire.
        if (isExpired(error)) {
          return listAll(resource, { ...o, pageSize: 0 });
        }
        throw error;
      }
    },

    listPages,

    create(resource, object, o = {}) {
      const { namespace } = object.metadata;
      if (resource.namespaced && !namespace) {
        throw new TypeError(`A new ${resource.kind} needs metadata.namespace.`);
      }
      return send({
        method: 'POST',
        path: withQuery(collectionPath(resource, namespace), writeQuery(o)),
        body: object,
        signal: o.signal,
      });
    },

    apply(resource, intent, o) {
      const body = applyBody(intent);
      const { namespace, name = '' } = intent.metadata;
      const path = objectPath(resource, { namespace, name }, o.subresource);
      return send({
        method: 'PATCH',
        path: withQuery(path, writeQuery(o)),
        contentType: 'application/apply-patch+yaml',
        body,
        signal: o.signal,
      });
    },

    mergePatch(resource, key, patch, o = {}) {
      const path = objectPath(resource, key, o.subresource);
      return send({
        method: 'PATCH',
        path: withQuery(path, writeQuery(o)),
        contentType: 'application/merge-patch+json',
        body: patch,
        signal: o.signal,
      });
    },

    async delete(resource, key, o = {}) {
      try {
        await send({
          method: 'DELETE',
          path: objectPath(resource, key),
          body: deleteBody(o),
          signal: o.signal,
        });
        return 'deleted';
      } catch (error) {
        if (isMissingObject(error, key)) return 'absent';
        throw error;
      }
    },

    watch(resource, o) {
      return readWatch(transport, {
        path: watchPath(resource, o),
        headers: identity,
        signal: o.signal,
        idleTimeoutMs: o.idleTimeoutMs,
        onOpen: o.onOpen,
      });
    },

    async canI(question, o = {}) {
      const review: { status?: { allowed?: boolean } } = await send({
        method: 'POST',
        path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        body: accessReview(question),
        signal: o.signal,
      });
      return review.status?.allowed === true;
    },

    async createToken(serviceAccount, o) {
      const path = objectPath(core.serviceAccounts, serviceAccount, 'token');
      const { status }: { status: ServiceAccountToken } = await send({
        method: 'POST',
        path,
        body: tokenRequest(o),
        signal: o.signal,
      });
      return {
        token: status.token,
        expirationTimestamp: status.expirationTimestamp,
      };
    },

    async discover(group, version, o = {}) {
      const { resources = [] }: DiscoveryList = await send({
        method: 'GET',
        path: discoveryPath(group, version),
        signal: o.signal,
      });
      return resources
        .filter(({ name }) => !name.includes('/'))
        .map(({ name, kind, namespaced, verbs }) => ({
          plural: name,
          kind,
          namespaced,
          verbs,
        }));
    },

    raw(method, path, body, o = {}) {
      if (!path.startsWith('/')) {
        throw new TypeError(`The path "${path}" must begin with a slash.`);
      }
      return send({ method, path, body, signal: o.signal });
    },

    as(user) {
      return clientOn(transport, impersonationHeaders(user), async () => {});
    },

    close,
  };
}
