/** Ends what an app cluster reaches the control plane by: somebody else may have it. */
import type { BindingBackend, Invitations } from '@klutch/binding-backend';
import { binderOf, tenantOf } from '../binding/portalIdentity';
import type { AppClusters } from '../clusters/AppClusters';
import { bindingInWords } from '../errors/kubeErrors';
import type { Person } from '../identity/Caller';
import { attemptOf } from './AppClusterStore';

/** What is needed to end tokens. */
export interface AppClusterTokensOptions {
  appClusters: AppClusters;
  binding: Pick<BindingBackend, 'revoke'>;
  invitations: Pick<Invitations, 'cancel'>;
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
   * @throws NotFoundError for an unknown app cluster
   */
  async end(person: Person, id: string): Promise<void> {
    const { appClusters, binding, invitations } = this.#options;
    const { invitation, title } = appClusters.require(id).record;
    const by = binderOf(person);
    const attempt = attemptOf({ id, doing: `end the tokens of ${title}` });
    // First: whoever has the command would get another one by it.
    if (invitation) await invitations.cancel(invitation.id, by);
    await bindingInWords(attempt, () => binding.revoke(tenantOf(id), by));
  }
}
