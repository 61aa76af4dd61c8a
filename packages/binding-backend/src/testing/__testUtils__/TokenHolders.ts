/** Clients with tokens of app clusters, and whether the API server accepts them. */
import { bindResources } from '@klutch/bind-api';
import { isUnauthorized, type KubeClient } from '@klutch/kube';
import { clientOf } from './controlPlane';

export class TokenHolders {
  readonly #clients: KubeClient[] = [];

  /** A client with the token of a kubeconfig. */
  open(kubeconfig: string): KubeClient {
    const client = clientOf(kubeconfig);
    this.#clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map(client => client.close()));
  }
}

export const accepted = (
  client: KubeClient,
  namespace: string,
): Promise<boolean> =>
  client.list(bindResources.exports, { namespace }).then(
    () => true,
    () => false,
  );

export const rejected = (
  client: KubeClient,
  namespace: string,
): Promise<boolean> =>
  client.list(bindResources.exports, { namespace }).then(
    () => false,
    error => isUnauthorized(error),
  );
