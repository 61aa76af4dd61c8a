/** What a person may do with an app cluster: the answers of the clusters to dry runs and access reviews as the person. */
import { bindResources, names } from '@klutch/bind-api';
import { requireTokenRights } from '@klutch/binding-backend';
import { explain, type Schemas } from '@klutch/backstage-plugin-klutch-common';
import { core, type KubeClient } from '@klutch/kube';
import { NotAllowedError } from '@backstage/errors';
import type { AppCluster } from '../../clusters/AppCluster';
import type { AppClusters } from '../../clusters/AppClusters';
import type { ControlPlane } from '../../clusters/ControlPlane';
import { explainedError, explanationOf } from '../../errors/explainedError';
import { mapBindingErrors, mapKubeErrors } from '../../errors/kubeErrors';
import type { Person } from '../../identity/Caller';
import {
  appClusterErrorContext,
  type AppClusterStore,
} from './AppClusterStore';
import { requireTokenDelivery } from './AppClusterTokens';
import { apiRoleKeys } from './AppClusterBindings';

type ActionAccess = Schemas['ActionAccess'];

export interface AppClusterAccessOptions {
  appClusters: AppClusters;
  controlPlane: ControlPlane;
  store: Pick<AppClusterStore, 'create' | 'remove'>;
}

/** What the portal's own permissions require for changes of an app cluster, and for binding APIs there. */
export interface RequiredPermissions {
  manage: () => Promise<void>;
  bind: () => Promise<void>;
}

/** The answer to an attempt that changes nothing. What is not known, as of a cluster that is away, is not refused. */
async function answerTo(
  attempt: () => Promise<unknown>,
): Promise<ActionAccess> {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof NotAllowedError) {
      return { allowed: false, ...explanationOf(error) };
    }
  }
  return { allowed: true };
}

const refusedBy = (first: ActionAccess, second: ActionAccess): ActionAccess =>
  first.allowed ? second : first;

export class AppClusterAccess {
  readonly #options: AppClusterAccessOptions;

  constructor(options: AppClusterAccessOptions) {
    this.#options = options;
  }

  /**
   * Every action is answered, also while a cluster is unreachable. The portal's permissions come first.
   *
   * @throws NotFoundError for an unknown app cluster
   */
  async of(
    person: Person,
    id: string,
    required: RequiredPermissions,
  ): Promise<Schemas['AppClusterAccess']> {
    const [manage, bind, clusters] = await Promise.all([
      answerTo(required.manage),
      answerTo(required.bind),
      this.#askClusters(person, id),
    ]);
    const { changeBindings, kubeconfig, offboard, tokens, unbind } = clusters;
    return {
      approve: refusedBy(bind, changeBindings),
      bind: refusedBy(bind, clusters.bind),
      changeBindings: refusedBy(manage, changeBindings),
      kubeconfig: refusedBy(manage, kubeconfig),
      offboard: refusedBy(manage, offboard),
      rotate: refusedBy(manage, refusedBy(tokens, clusters.rotate)),
      tokens: refusedBy(manage, tokens),
      unbind: refusedBy(bind, unbind),
    };
  }

  /**
   * Whether the person may add app clusters: what is written first is the Secret of the registration. A join command
   * also needs the permission to bind; which APIs the person may bind is not known before they are chosen.
   */
  async toAdd(
    person: Person,
    required: RequiredPermissions,
  ): Promise<Schemas['PlatformAccess']> {
    const draft = {
      id: 'access-review',
      title: 'Access review',
      clusterNamespace: '',
      kubeconfig: '',
    };
    const operation = {
      person,
      id: draft.id,
      action: 'register app clusters',
    };
    const [manage, bind, registration] = await Promise.all([
      answerTo(required.manage),
      answerTo(required.bind),
      answerTo(() => this.#options.store.create(operation, draft)),
    ]);
    const register = refusedBy(manage, registration);
    return { register, invite: refusedBy(bind, register) };
  }

  async #askClusters(
    person: Person,
    id: string,
  ): Promise<Omit<Schemas['AppClusterAccess'], 'approve'>> {
    const { cluster, record } = this.#options.appClusters.require(id);
    const registration = await answerTo(() =>
      this.#options.store.remove({
        person,
        id,
        action: `change the registration of ${record.title}`,
      }),
    );
    const [tokens, offboard, onAppCluster] = await Promise.all([
      this.#tokens(person, record.clusterNamespace, record.title),
      registration.allowed
        ? this.#offboard(person, record.clusterNamespace, record.title)
        : registration,
      cluster && this.#onAppCluster(person, cluster),
    ]);
    return {
      tokens,
      offboard,
      kubeconfig: registration,
      // Without a kubeconfig the actions are commands to run there; a join command changes the registration.
      bind: registration,
      changeBindings: { allowed: true },
      rotate: { allowed: true },
      unbind: { allowed: true },
      ...onAppCluster,
    };
  }

  async #onAppCluster(person: Person, cluster: AppCluster) {
    const { caches, client, title } = cluster;
    const appCluster = client.as(person.kubernetes);
    const asked = (action: string, attempt: () => Promise<unknown>) =>
      answerTo(() =>
        mapKubeErrors(
          {
            action: `${action} ${title}`,
            object: 'The binding',
            cluster: title,
            user: person.kubernetes.user,
          },
          attempt,
        ),
      );
    const key = {
      namespace: names.appClusterNamespace,
      name: caches.bindings.list()[0]?.metadata.name ?? '',
    };
    const { bindings } = bindResources;
    const isBound = key.name !== '';
    const [bind, changeBindings, rotate, unbind] = await Promise.all([
      asked('bind APIs to', () =>
        requireRight(appCluster, title, person, 'bind APIs to'),
      ),
      asked('change the bindings of', async () => {
        if (!isBound) return;
        await appCluster.mergePatch(
          bindings,
          key,
          { metadata: { annotations: {} } },
          { dryRun: true },
        );
      }),
      asked("replace the konnector's token on", async () => {
        if (isBound) await requireTokenDelivery(cluster, appCluster);
      }),
      asked('unbind APIs from', async () => {
        if (!isBound) return;
        await appCluster.delete(bindings, key, { dryRun: true });
        for (const role of apiRoleKeys(key.name)) {
          await appCluster.delete(core.clusterRoles, role, { dryRun: true });
        }
      }),
    ]);
    return { bind, changeBindings, rotate, unbind };
  }

  #tokens(
    { kubernetes }: Person,
    clusterNamespace: string,
    title: string,
  ): Promise<ActionAccess> {
    const operator = this.#options.controlPlane.client.as(kubernetes);
    const action = `revoke the tokens of ${title}`;
    return answerTo(() =>
      mapBindingErrors(
        appClusterErrorContext({ id: title, action }, kubernetes.user),
        () => requireTokenRights(operator, clusterNamespace),
      ),
    );
  }

  #offboard(
    { kubernetes }: Person,
    name: string,
    title: string,
  ): Promise<ActionAccess> {
    const operator = this.#options.controlPlane.client.as(kubernetes);
    const action = `offboard ${title}`;
    return answerTo(() =>
      mapKubeErrors(
        appClusterErrorContext({ id: title, action }, kubernetes.user),
        // A cluster namespace is made when the first API is bound.
        () => operator.delete(core.namespaces, { name }, { dryRun: true }),
      ),
    );
  }
}

/** There is nothing to dry-run before the API is chosen. */
async function requireRight(
  appCluster: KubeClient,
  title: string,
  { kubernetes }: Person,
  action: string,
): Promise<void> {
  const { group, plural } = bindResources.bindings;
  const isAllowed = await appCluster.canI({
    verb: 'create',
    group,
    resource: plural,
    namespace: names.appClusterNamespace,
  });
  if (isAllowed) return;
  throw explainedError(
    NotAllowedError,
    explain('Forbidden', {
      action: `${action} ${title}`,
      cluster: title,
      user: kubernetes.user,
    }),
  );
}
