/** Ends what an app cluster reaches the control plane by, as the operator who asks: somebody else may have it. */
import {
  personId,
  requireTokenRights,
  revokeTokensIn,
  type Audit,
  type JoinTokens,
} from '@klutch/binding-backend';
import { core } from '@klutch/kube';
import { binderOf } from '../binding/portalIdentity';
import type { AppClusters } from '../clusters/AppClusters';
import type { ControlPlane } from '../clusters/ControlPlane';
import { mapBindingErrors } from '../errors/kubeErrors';
import type { Person } from '../identity/Caller';
import { appClusterErrorContext } from './AppClusterStore';

/** What is needed to end tokens. */
export interface AppClusterTokensOptions {
  appClusters: AppClusters;
  audit: Audit;
  controlPlane: ControlPlane;
  joinTokens: Pick<JoinTokens, 'cancel'>;
}

/** Tokens of registered app clusters. */
export class AppClusterTokens {
  readonly #options: AppClusterTokensOptions;

  constructor(options: AppClusterTokensOptions) {
    this.#options = options;
  }

  /**
   * Ends all of them; the app cluster, its bindings and its data stay. It gets another one when somebody binds an API, or
   * runs a new command.
   *
   * @throws NotFoundError for an unknown app cluster; NotAllowedError, before anything is changed, when the person may
   * not do it on the control plane
   */
  async revoke(person: Person, id: string): Promise<void> {
    const { appClusters, audit, controlPlane, joinTokens } = this.#options;
    const { clusterNamespace, joinToken, title } =
      appClusters.require(id).record;
    const by = binderOf(person);
    const { kubernetes } = person;
    const client = controlPlane.client.as(kubernetes);
    const action = `revoke the tokens of ${title}`;
    await mapBindingErrors(
      appClusterErrorContext({ id, action }, kubernetes.user),
      async () => {
        await requireTokenRights(client, clusterNamespace);
        // Before the tokens: whoever has the command would get another one by it.
        if (joinToken) await joinTokens.cancel(joinToken.id, by);
        // Without a cluster namespace there is no token either.
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
