/** Stores each registered app cluster in a Secret, impersonating the operator. */
import { CONTROL_PLANE_NAME } from '@klutch/backstage-plugin-klutch-common';
import { core, type KubeClient, type Secret } from '@klutch/kube';
import { PORTAL_FIELD_MANAGER } from '../../claimApis/claimResource';
import {
  appClusterPatch,
  appClusterSecret,
  appClusterSecretName,
  type AppClusterRecord,
} from '../../clusters/appClusterSecret';
import type { AppClusters } from '../../clusters/AppClusters';
import type { ControlPlane } from '../../clusters/ControlPlane';
import { mapKubeErrors, type ErrorContext } from '../../errors/kubeErrors';
import type { Person } from '../../identity/Caller';

/** An operation of a user on an app cluster. */
export interface AppClusterOperation {
  person: Person;
  /** Completes "You may not …". */
  action: string;
  /** Id of the app cluster. */
  id: string;
}

/**
 * Stores the record that passed the dry run, with `changes` applied; resolves once the portal's cache has the new
 * version.
 */
export type Commit = (changes: Partial<AppClusterRecord>) => Promise<void>;

/** How long the portal's cache may take to show a stored record. */
const PROPAGATION_TIMEOUT_MS = 15_000;

/** Context of an error; `user` when the user's own rights decide. */
export const appClusterErrorContext = (
  { action, id }: Pick<AppClusterOperation, 'action' | 'id'>,
  user?: string,
): ErrorContext => ({
  action,
  object: `The app cluster "${id}"`,
  cluster: CONTROL_PLANE_NAME,
  user,
});

/** Writes app clusters in two steps: a dry run, then, after all other steps succeeded, the actual write. */
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
   * Dry-runs the creation of an app cluster.
   *
   * @throws AlreadyExistsError for an id that is stored already
   */
  create(
    operation: AppClusterOperation,
    draft: AppClusterRecord,
  ): Promise<Commit> {
    return this.#dryRun(operation, draft, (operator, record, options) =>
      operator.create(
        core.secrets,
        appClusterSecret(this.#namespace, record),
        options,
      ),
    );
  }

  /**
   * Dry-runs the update of a stored app cluster.
   *
   * @throws ConflictError when the Secret changed meanwhile; the actual write throws the same error
   */
  update(
    operation: AppClusterOperation,
    draft: AppClusterRecord,
  ): Promise<Commit> {
    const resourceVersion = this.#appClusters.find(operation.id)?.version;
    return this.#dryRun(operation, draft, (operator, record, options) => {
      const { data, metadata } = appClusterPatch(record);
      return operator.mergePatch(
        core.secrets,
        this.#key(operation.id),
        { data, metadata: { ...metadata, resourceVersion } },
        options,
      );
    });
  }

  /** Dry-runs the deletion of an app cluster; the returned function deletes. */
  async remove(operation: AppClusterOperation): Promise<() => Promise<void>> {
    const run = async (dryRun: boolean) => {
      await this.#asUser(operation, operator =>
        operator.delete(core.secrets, this.#key(operation.id), { dryRun }),
      );
    };
    await run(true);
    return () => run(false);
  }

  async #dryRun(
    operation: AppClusterOperation,
    draft: AppClusterRecord,
    write: (
      operator: KubeClient,
      record: AppClusterRecord,
      options: { dryRun: boolean; fieldManager: string },
    ) => Promise<Secret>,
  ): Promise<Commit> {
    const run = (changes: Partial<AppClusterRecord>, dryRun: boolean) =>
      this.#asUser(operation, operator =>
        write(
          operator,
          { ...draft, ...changes },
          { dryRun, fieldManager: PORTAL_FIELD_MANAGER },
        ),
      );
    await run({}, true);
    return async changes => {
      const { metadata } = await run(changes, false);
      await this.#appClusters.whenConnected(
        operation.id,
        metadata.resourceVersion ?? '',
        AbortSignal.timeout(PROPAGATION_TIMEOUT_MS),
      );
    };
  }

  #asUser<T>(
    operation: AppClusterOperation,
    call: (operator: KubeClient) => Promise<T>,
  ): Promise<T> {
    const { kubernetes } = operation.person;
    const operator = this.#controlPlane.client.as(kubernetes);
    return mapKubeErrors(
      appClusterErrorContext(operation, kubernetes.user),
      () => call(operator),
    );
  }

  #key(id: string) {
    return { namespace: this.#namespace, name: appClusterSecretName(id) };
  }
}
