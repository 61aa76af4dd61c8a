/**
 * Backups and restores: snapshots of all data in a folder of the instance.
 *
 * A restore first checks its file and takes a snapshot of the present data. Users can only read meanwhile. The names
 * of two empty files show its state after a crash:
 *
 * 1. `replacing-<id>`: the data are being replaced. The snapshot of the earlier data brings these back.
 * 2. `replaced-<id>`: the restore is done.
 */
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorMessage } from '@klutch/kube';
import { DataChangedError, ServiceError } from '../../../errors';
import { findTar, packFolder, unpackFolder } from '../../../host/folderArchive';
import { createServerFolder } from '../../../host/serverFiles';
import { EngineBackups, InstanceContext } from '../../../host/ServiceEngine';
import { AdminClient } from './AdminClient';

/** Users and their rights are no data of the user. */
export const securityIndex = '.opendistro_security';
const userIndices = `*,-${securityIndex}`;

type RepositoryName = 'backup' | 'restore' | 'before';
const snapshot = (repository: RepositoryName) =>
  `/_snapshot/klutch-${repository}/data`;

export interface SnapshotsOptions {
  context: Pick<InstanceContext<unknown, unknown>, 'runAs'>;
  admin: AdminClient;
  /** The folder in which the server may write snapshots. */
  folder: string;
  /** Lets users only read, or ends that. */
  lock(locked: boolean): Promise<void>;
  /** Creates again what the service itself keeps besides the data of users. */
  afterRestore?(): Promise<void>;
  /** Retries of work that cannot be left undone. Default: every 2 s for 5 min. */
  retryMs?: number;
  attempts?: number;
}

const longMs = 30 * 60_000;
const stateFile = /^(replacing|replaced)-(.+)$/;

export class Snapshots implements EngineBackups {
  constructor(private readonly options: SnapshotsOptions) {}

  readonly findTools = findTar;

  async dump(file: string, signal: AbortSignal): Promise<void> {
    await this.abortable(signal, async () => {
      // Otherwise a backup after a failed restore could hold incomplete data.
      await this.recoverRestores();
      const folder = await this.createFolder('backup');
      try {
        await this.take('backup', signal);
        await packFolder(folder, file, signal);
      } finally {
        await this.remove('backup');
      }
    });
  }

  async restore(
    source: { file: string; restoreId: string },
    signal: AbortSignal,
  ): Promise<void> {
    // Brings back the data of an earlier restore that failed to do so.
    await this.recoverRestores();
    try {
      await this.abortable(signal, () => this.prepare(source.file, signal));
      await this.replace(source.restoreId);
    } catch (error) {
      if (!(error instanceof DataChangedError)) {
        await this.persistently('The restore failed', () => this.cleanUp());
      }
      throw error;
    }
    await this.persistently('The data were restored', () => this.cleanUp());
  }

  async recoverRestores(): Promise<(restoreId: string) => boolean> {
    const states = await this.states();
    if (states.some(({ state }) => state === 'replacing')) {
      await this.register('before', true);
      await this.replaceData('before');
    }
    await this.cleanUp();
    const done = states.filter(({ state }) => state === 'replaced');
    return restoreId => done.some(({ id }) => id === restoreId);
  }

  private async states(): Promise<{ state: string; id: string }[]> {
    return (await readdir(this.options.folder)).flatMap(name => {
      const [, state, id] = stateFile.exec(name) ?? [];
      return state && id ? [{ state, id }] : [];
    });
  }

  /**
   * Repeats work while the server is being restarted after a crash.
   *
   * @param happened - beginning of the message when the work cannot be done
   */
  private async persistently(
    happened: string,
    work: () => Promise<void>,
  ): Promise<void> {
    const { retryMs = 2_000, attempts = 150 } = this.options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await work();
        return;
      } catch (error) {
        if (attempt >= attempts) {
          throw new DataChangedError(
            `${happened}. Users can only read until the next backup, restore or start of provider-local cleans up. Reason: ${errorMessage(error)}`,
            error,
          );
        }
        await wait(retryMs);
      }
    }
  }

  /** Checks the file, and takes a snapshot of the present data, which do not change from then on. */
  private async prepare(file: string, signal: AbortSignal): Promise<void> {
    const { context, lock } = this.options;
    const folder = await this.createFolder('restore');
    await unpackFolder(file, { folder, runAs: context.runAs, signal });
    await this.check(signal);
    await this.createFolder('before');
    await lock(true);
    await this.take('before', signal);
  }

  private path = (name: string) => join(this.options.folder, name);

  private async createFolder(name: RepositoryName): Promise<string> {
    await this.remove(name);
    await createServerFolder(this.options.context.runAs, this.path(name));
    return this.path(name);
  }

  private async register(name: RepositoryName, readonly: boolean) {
    await this.options.admin.call('PUT', `/_snapshot/klutch-${name}`, {
      body: { type: 'fs', settings: { location: this.path(name), readonly } },
    });
  }

  /** Takes a snapshot of all data. */
  private async take(name: RepositoryName, signal: AbortSignal) {
    await this.register(name, false);
    const { snapshot: taken } = await this.options.admin.json<{
      snapshot: { state: string };
    }>('PUT', `${snapshot(name)}?wait_for_completion=true`, {
      body: { indices: userIndices, include_global_state: true },
      timeoutMs: longMs,
      signal,
    });
    if (taken.state !== 'SUCCESS') {
      throw new ServiceError(
        'The snapshot is incomplete. Check the free disk space of the machine and the state of the indices.',
        { retry: true },
      );
    }
  }

  private async check(signal: AbortSignal) {
    await this.register('restore', true);
    const { snapshots } = await this.options.admin.json<{
      snapshots: { state: string }[];
    }>('GET', snapshot('restore'), { signal });
    if (snapshots[0]?.state !== 'SUCCESS') {
      throw new ServiceError(
        'The restore failed: the backup holds no complete snapshot.',
        { retry: false },
      );
    }
  }

  /** Replaces the data, or throws with the earlier data in place, or DataChangedError. */
  private async replace(restoreId: string): Promise<void> {
    const replacing = this.path(`replacing-${restoreId}`);
    await writeFile(replacing, '');
    try {
      await this.replaceData('restore');
    } catch (error) {
      await this.persistently(
        'The restore failed, and the data are incomplete',
        () => this.replaceData('before'),
      );
      await rm(replacing);
      if (!(error instanceof ServiceError)) throw error;
      throw new ServiceError(`The restore failed: ${error.message}`, {
        retry: error.retry,
        cause: error,
      });
    }
    await rename(replacing, this.path(`replaced-${restoreId}`));
  }

  private async replaceData(name: RepositoryName): Promise<void> {
    const { admin } = this.options;
    await this.deleteData();
    const { snapshot: restored } = await admin.json<{
      snapshot?: { shards: { failed: number } };
    }>('POST', `${snapshot(name)}/_restore?wait_for_completion=true`, {
      body: { indices: '*', include_global_state: true },
      timeoutMs: longMs,
    });
    if (restored && restored.shards.failed > 0) {
      throw new ServiceError(
        `${restored.shards.failed} shards of the backup cannot be read.`,
        { retry: true },
      );
    }
    await this.options.afterRestore?.();
  }

  /** Deletes everything that a snapshot holds. */
  private async deleteData(): Promise<void> {
    const { admin } = this.options;
    const { metadata } = await admin.json<{
      metadata?: { stored_scripts?: Record<string, unknown> };
    }>('GET', '/_cluster/state/metadata?filter_path=metadata.stored_scripts');
    for (const id of Object.keys(metadata?.stored_scripts ?? {})) {
      await admin.call('DELETE', `/_scripts/${encodeURIComponent(id)}`);
    }
    for (const path of [
      '_data_stream/*',
      `${userIndices}?expand_wildcards=all`,
      '_index_template/*',
      '_component_template/*',
      '_template/*',
      '_ingest/pipeline/*',
      '_search/pipeline/*',
    ]) {
      await admin.call('DELETE', `/${path}`, { allow: [404] });
    }
  }

  private async cleanUp(): Promise<void> {
    const { folder, lock } = this.options;
    for (const name of ['backup', 'restore', 'before'] as const) {
      await this.remove(name);
    }
    for (const name of await readdir(folder)) {
      if (stateFile.test(name)) await rm(this.path(name));
    }
    await lock(false);
  }

  /** Ends a snapshot that is being taken, and removes the repository with its files. */
  private async remove(name: RepositoryName): Promise<void> {
    const { admin } = this.options;
    const options = { timeoutMs: longMs, allow: [400, 403, 404, 409, 500] };
    const registered = await admin.call('GET', `/_snapshot/klutch-${name}`, {
      allow: [404],
    });
    if (registered.status !== 404) {
      // Read-only repositories and missing snapshots refuse this.
      if (name !== 'restore') {
        await admin.call('DELETE', snapshot(name), options);
      }
      await admin.call('DELETE', `/_snapshot/klutch-${name}`);
    }
    await rm(this.path(name), { recursive: true, force: true });
  }

  /** Failures of aborted work are the reason of the abort. */
  private async abortable<T>(
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }
}
