/** Ensures the export of an API in a cluster namespace: the existing one, or a new one by an export request. */
import {
  bindResources,
  conditionTypes,
  getCondition,
  names,
  type APIServiceExport,
  type APIServiceExportRequest,
  apiName,
  type ApiResource,
} from '@klutch/bind-api';
import { createCache, type KubeClient } from '@klutch/kube';
import { BindingError } from '../errors/BindingError';
import { waitForState } from './waitForState';

const isUsable = (
  apiExport: APIServiceExport | undefined,
): apiExport is APIServiceExport =>
  apiExport !== undefined && !apiExport.metadata.deletionTimestamp;

const newRequest = (
  namespace: string,
  { group, resource }: ApiResource,
): APIServiceExportRequest => ({
  apiVersion: names.apiVersion,
  kind: bindResources.requests.kind,
  metadata: { generateName: 'export-', namespace },
  spec: { resources: [{ group, resource }] },
});

/** The reason in the request's conditions why the request is still pending. */
const pendingMessage = (request: APIServiceExportRequest | undefined) =>
  getCondition(request?.status?.conditions, conditionTypes.exportsReady)
    ?.message;

/** The export to ensure, and how long to wait for it. */
export interface ExportParams {
  client: KubeClient;
  namespace: string;
  api: ApiResource;
  /** Milliseconds. */
  deadline: number;
}

/**
 * Resolves with the export, once it exists.
 * @throws BindingError `Failed` with the request's terminal message, `Timeout` when the request is not processed in
 * time
 */
export const ensureExport = async ({
  client,
  namespace,
  api,
  deadline,
}: ExportParams): Promise<APIServiceExport> => {
  const name = apiName(api);
  const existing = await client.get(bindResources.exports, { namespace, name });
  if (isUsable(existing)) return existing;

  const request = await client.create(
    bindResources.requests,
    newRequest(namespace, api),
  );
  const requestName = request.metadata.name ?? '';
  const watchOptions = (wanted: string) => ({
    client,
    namespace,
    fieldSelector: `metadata.name=${wanted}`,
  });
  const exports = createCache({
    ...watchOptions(name),
    resource: bindResources.exports,
  });
  const requests = createCache({
    ...watchOptions(requestName),
    resource: bindResources.requests,
  });
  const current = () => requests.get(`${namespace}/${requestName}`);

  return waitForState<APIServiceExport>({
    caches: [exports, requests],
    deadline,
    check: () => {
      const created = exports.get(`${namespace}/${name}`);
      if (isUsable(created)) return created;
      const status = current()?.status;
      if (status?.phase === 'Failed') {
        throw new BindingError(
          'Failed',
          status.terminalMessage ?? `The export of ${name} failed.`,
        );
      }
      return undefined;
    },
    onDeadline: () =>
      new BindingError(
        'Timeout',
        pendingMessage(current()) ??
          `The control plane did not process the export request for ${name} within ${Math.round(deadline / 1_000)} seconds. Check that the binding backend is running, then bind again.`,
      ),
  });
};
