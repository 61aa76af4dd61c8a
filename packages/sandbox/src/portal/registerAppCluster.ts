/** Registers the sandbox's app cluster through the portal as an operator, and binds the offered APIs to it. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { PortalSession } from '../identity/portalSession';

/** Id of the app cluster in the portal. */
export const APP_CLUSTER = 'apps-dev';

const TITLE = 'Development apps';

type ErrorBody = Schemas['Error'];

function toError(what: string, error: ErrorBody): Error {
  return new Error(`${what}: ${error.error.message}`);
}

/**
 * Registers the app cluster unless it is registered already.
 *
 * @param kubeconfig - YAML, for the portal's own user on the app cluster
 */
export async function registerAppCluster(
  operator: PortalSession,
  kubeconfig: string,
): Promise<void> {
  const known = await operator.client.GET('/platform/app-clusters');
  if (known.error) {
    throw toError('The portal does not list app clusters', known.error);
  }
  if (known.data.items.some(({ id }) => id === APP_CLUSTER)) return;
  const registered = await operator.client.POST('/platform/app-clusters', {
    body: { id: APP_CLUSTER, title: TITLE, kubeconfig },
  });
  if (registered.error) {
    throw toError(
      'The portal did not register the app cluster',
      registered.error,
    );
  }
}

/**
 * Binds every offered API that is not bound on the app cluster yet.
 *
 * @param onProgress - receives the API that is being bound
 */
export async function bindOfferedApis(
  operator: PortalSession,
  onProgress: (text: string) => void,
): Promise<void> {
  const offered = await operator.client.GET('/platform/export-templates');
  if (offered.error) {
    throw toError('The portal does not list export templates', offered.error);
  }
  for (const template of offered.data.items) {
    if (template.boundOn.includes(APP_CLUSTER)) continue;
    onProgress(`binding ${template.resource}`);
    const bound = await operator.client.POST(
      '/platform/app-clusters/{cluster}/bindings',
      {
        params: { path: { cluster: APP_CLUSTER } },
        body: { resource: template.resource },
      },
    );
    if (bound.error) {
      throw toError(`${template.resource} could not be bound`, bound.error);
    }
  }
}
