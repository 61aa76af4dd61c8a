/** Revokes and rotates the tokens that an app cluster uses on the control plane, impersonating the operator. */
import { ConflictError } from '@backstage/errors';
import { names } from '@klutch/bind-api';
import {
  ensureKubeconfigSecret,
  personId,
  requireTokenRights,
  revokeTokensIn,
  type Audit,
  type BindingBackend,
  type JoinTokens,
} from '@klutch/binding-backend';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { core, metadataOf, type KubeClient } from '@klutch/kube';
import { principalOf, tenantOf } from '../../binding/portalIdentity';
import type { AppCluster } from '../../clusters/AppCluster';
import type { AppClusters } from '../../clusters/AppClusters';
import type { ControlPlane } from '../../clusters/ControlPlane';
import { explainedError } from '../../errors/explainedError';
import { mapBindingErrors, mapKubeErrors } from '../../errors/kubeErrors';
import type { Person } from '../../identity/Caller';
import { appClusterErrorContext } from './AppClusterStore';

export interface AppClusterTokensOptions {
  appClusters: AppClusters;
  audit: Audit;
  binding: Pick<BindingBackend, 'renew'>;
  controlPlane: ControlPlane;
  joinTokens: Pick<JoinTokens, 'cancel'>;
}

/** Dry-runs what the delivery needs: the list of Secrets, and a write of the one that holds the konnector's kubeconfig. */
export async function requireTokenDelivery(
  { caches }: AppCluster,
  appCluster: KubeClient,
): Promise<void> {
  const [bound] = caches.bindings.list();
  const name = bound?.spec?.kubeconfigSecretRef.name ?? '';
  const namespace = names.appClusterNamespace;
  await appCluster.list(metadataOf(core.secrets), { namespace });
  await appCluster.mergePatch(
    core.secrets,
    { namespace, name },
    { metadata: { annotations: {} } },
    { dryRun: true },
  );
}

/** Konnector tokens of registered app clusters, as opposed to join tokens. */
export class AppClusterTokens {
  readonly #options: AppClusterTokensOptions;

  constructor(options: AppClusterTokensOptions) {
    this.#options = options;
  }

  /**
   * Revokes all tokens; the app cluster, its bindings and its data remain. The app cluster gets a new token when a
   * user binds an API, or runs a new join command.
   *
   * @throws NotFoundError for an unknown app cluster; NotAllowedError, before any change, when the user lacks the
   * rights on the control plane
   */
  async revoke(person: Person, id: string): Promise<void> {
    const { appClusters, audit, controlPlane, joinTokens } = this.#options;
    const { clusterNamespace, joinToken, title } =
      appClusters.require(id).record;
    const by = principalOf(person);
    const { kubernetes } = person;
    const client = controlPlane.client.as(kubernetes);
    const action = `revoke the tokens of ${title}`;
    await mapBindingErrors(
      appClusterErrorContext({ id, action }, kubernetes.user),
      async () => {
        await requireTokenRights(client, clusterNamespace);
        // The join token is cancelled first: with the join command anyone could get another konnector token.
        if (joinToken) await joinTokens.cancel(joinToken.id, by);
        // No cluster namespace means that no token exists.
        if (!(await client.get(core.namespaces, { name: clusterNamespace }))) {
          return;
        }
        await revokeTokensIn(
          { audit, client, now: () => new Date() },
          clusterNamespace,
          { actor: personId(by), cluster: id },
        );
      },
    );
  }

  /**
   * Revokes all tokens and delivers a new one. The rights on the app cluster are checked first: without the delivery
   * the konnector would stay without a token.
   *
   * @throws as {@link AppClusterTokens.revoke}; ConflictError when nothing is bound, or the portal has no kubeconfig;
   * NotAllowedError, before any change, when the user may not write the Secret on the app cluster
   */
  async rotate(person: Person, id: string): Promise<void> {
    const cluster = this.#options.appClusters.get(id);
    const [bound] = cluster.caches.bindings.list();
    if (!bound) {
      throw explainedError(
        ConflictError,
        explain('NothingBound', { cluster: cluster.title }),
      );
    }
    const appCluster = cluster.client.as(person.kubernetes);
    const context = {
      action: `replace the konnector's token on ${cluster.title}`,
      object: 'The kubeconfig of the konnector',
      cluster: cluster.title,
      user: person.kubernetes.user,
    };
    await mapKubeErrors(context, () =>
      requireTokenDelivery(cluster, appCluster),
    );
    await this.revoke(person, id);
    await mapBindingErrors(context, async () => {
      const { kubeconfig } = await this.#options.binding.renew(tenantOf(id));
      await ensureKubeconfigSecret(appCluster, bound, kubeconfig);
    });
  }
}
