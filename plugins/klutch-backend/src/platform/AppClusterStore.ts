/** Where registered app clusters are kept: a Secret each, written as the operator who asks. */
import { core, type KubeClient, type Secret } from '@klutch/kube';
import {
  appClusterPatch,
  appClusterSecret,
  appClusterSecretName,
  type AppClusterRecord,
} from '../clusters/appClusterSecret';
import type { AppClusters } from '../clusters/AppClusters';
import { CONTROL_PLANE, type ControlPlane } from '../clusters/ControlPlane';
import { inWords, type Attempt } from '../errors/kubeErrors';
import type { Person } from '../identity/Caller';

/** Who does what to which app cluster. */
export interface Act {
  person: Person;
  /** Completes "You may not …". */
  doing: string;
  /** Of the app cluster. */
  id: string;
}

/** Stores what was tried out, with what was not known then; resolves once the portal goes by it. */
export type Write = (more: Partial<AppClusterRecord>) => Promise<void>;

/** How long the portal may take to go by what was stored. */
const TAKEN_UP_MS = 15_000;

/** For the words of an error; `user` when a person's own rights decide. */
export const attemptOf = (
  { doing, id }: Pick<Act, 'doing' | 'id'>,
  user?: string,
): Attempt => ({
  doing,
  object: `The app cluster "${id}"`,
  cluster: CONTROL_PLANE,
  user,
});

/** Writes app clusters in two steps: first for a try, then, when all else is done, for good. */
export class AppClusterStore {
  readonly #controlPlane: ControlPlane;
  readonly #appClusters: AppClusters;
  readonly #namespace: string;

  constructor(options: {
    controlPlane: ControlPlane;
    appClusters: AppClusters;
    portalNamespace: string;
  }) {
    this.#controlPlane = options.controlPlane;
    this.#appClusters = options.appClusters;
    this.#namespace = options.portalNamespace;
  }

  /**
   * Tries to store a new one.
   *
   * @throws TakenError for an id that is stored already
   */
  create(act: Act, draft: AppClusterRecord): Promise<Write> {
    return this.#try(act, draft, (operator, record, options) =>
      operator.create(
        core.secrets,
        appClusterSecret(this.#namespace, record),
        options,
      ),
    );
  }

  /**
   * Tries to store another state of one that is known.
   *
   * @throws ConflictError when somebody else changed it meanwhile; so does the write
   */
  change(act: Act, draft: AppClusterRecord): Promise<Write> {
    const resourceVersion = this.#appClusters.find(act.id)?.version;
    return this.#try(act, draft, (operator, record, options) => {
      const { data, metadata } = appClusterPatch(record);
      return operator.mergePatch(
        core.secrets,
        this.#key(act.id),
        { data, metadata: { ...metadata, resourceVersion } },
        options,
      );
    });
  }

  /** Tries to forget one; what is returned forgets it. */
  async remove(act: Act): Promise<() => Promise<void>> {
    const run = async (dryRun: boolean) => {
      await this.#as(act, operator =>
        operator.delete(core.secrets, this.#key(act.id), { dryRun }),
      );
    };
    await run(true);
    return () => run(false);
  }

  async #try(
    act: Act,
    draft: AppClusterRecord,
    write: (
      operator: KubeClient,
      record: AppClusterRecord,
      options: { dryRun: boolean; fieldManager: string },
    ) => Promise<Secret>,
  ): Promise<Write> {
    const run = (more: Partial<AppClusterRecord>, dryRun: boolean) =>
      this.#as(act, operator =>
        write(
          operator,
          { ...draft, ...more },
          { dryRun, fieldManager: 'klutch-portal' },
        ),
      );
    await run({}, true);
    return async more => {
      const { metadata } = await run(more, false);
      await this.#appClusters.whenConnected(
        act.id,
        metadata.resourceVersion ?? '',
        AbortSignal.timeout(TAKEN_UP_MS),
      );
    };
  }

  #as<T>(act: Act, call: (operator: KubeClient) => Promise<T>): Promise<T> {
    const { kubernetes } = act.person;
    const operator = this.#controlPlane.client.as(kubernetes);
    return inWords(attemptOf(act, kubernetes.user), () => call(operator));
  }

  #key(id: string) {
    return { namespace: this.#namespace, name: appClusterSecretName(id) };
  }
}
