/** Revokes the tokens that an app cluster uses on the control plane, impersonating the operator. */
import {
  personId,
  requireTokenRights,
  revokeTokensIn,
  type Audit,
  type JoinTokens,
} from '@klutch/binding-backend';
import { core } from '@klutch/kube';
import { principalOf } from '../binding/portalIdentity';
import type { AppClusters } from '../clusters/AppClusters';
import type { ControlPlane } from '../clusters/ControlPlane';
import { mapBindingErrors } from '../errors/kubeErrors';
import type { Person } from '../identity/Caller';
import { appClusterErrorContext } from './AppClusterStore';

/** Dependencies of {@link AppClusterTokens}. */
export interface AppClusterTokensOptions {
  appClusters: AppClusters;
  audit: Audit;
  controlPlane: ControlPlane;
  joinTokens: Pick<JoinTokens, 'cancel'>;
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
}
