/** Backups and restores of what applications declare. */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { writeFileAtomic } from '@klutch/local-processes';
import { ServiceError } from '../../errors';
import { EngineBackups, InstanceContext } from '../../host/ServiceEngine';
import {
  Definitions,
  QueueBinding,
  definitionsIn,
  parseBackup,
  planDeletions,
} from './definitions';
import { ManagementApi, RefusedRequest, apiPath } from './ManagementApi';
import { vhost } from './users';

/** A binding as the API lists it, with the last part of its path. */
interface ListedBinding extends QueueBinding {
  properties_key: string;
}

const trialVhost = (restoreId: string) => `restoring-${restoreId}`;
const decidedFile = /^restoring-(.+)\.json$/;
const pollMs = 100;

function failed(error: unknown): unknown {
  return error instanceof RefusedRequest
    ? new ServiceError(
        `The restore failed: RabbitMQ refuses the definitions of the backup: ${error.message}.`,
        { retry: false },
      )
    : error;
}

/** Work that has deleted queues must not end halfway because the server is down. */
async function retryWhileDown<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
    await wait(pollMs);
    signal.throwIfAborted();
  }
}

export class DefinitionBackups implements EngineBackups {
  constructor(
    private readonly context: Pick<InstanceContext<unknown, unknown>, 'folder'>,
    private readonly api: ManagementApi,
  ) {}

  async dump(file: string, signal: AbortSignal): Promise<void> {
    const text = JSON.stringify(await this.present());
    signal.throwIfAborted();
    await writeFile(file, text, { mode: 0o600 });
  }

  /**
   * A virtual host of its own shows first whether the server accepts the definitions. From then on the restore is
   * decided: it waits while the server is down, and its file makes the next start of the provider complete it.
   */
  async restore(
    { file, restoreId }: { file: string; restoreId: string },
    signal: AbortSignal,
  ): Promise<void> {
    const wanted = parseBackup(await readFile(file, 'utf8'));
    await this.tryOut(restoreId, wanted);
    const before = await this.present();
    signal.throwIfAborted();
    const decided = this.decidedFileOf(restoreId);
    writeFileAtomic(decided, JSON.stringify(wanted), { mode: 0o600 });
    const refusal = await retryWhileDown(signal, () =>
      this.replaceOrPutBack(wanted, before),
    );
    await rm(decided);
    if (refusal) throw failed(refusal);
  }

  async recoverRestores(): Promise<(restoreId: string) => boolean> {
    const completed = new Set<string>();
    for (const name of await readdir(this.context.folder)) {
      const restoreId = decidedFile.exec(name)?.[1];
      if (!restoreId) continue;
      const file = this.decidedFileOf(restoreId);
      await this.replaceBy(parseBackup(await readFile(file, 'utf8')));
      await rm(file);
      completed.add(restoreId);
    }
    const vhosts = (await this.api.call('GET', apiPath('vhosts'))) as {
      name: string;
    }[];
    for (const { name } of vhosts) {
      if (name !== vhost) await this.api.delete(apiPath('vhosts', name));
    }
    return restoreId => completed.has(restoreId);
  }

  private decidedFileOf = (restoreId: string) =>
    join(this.context.folder, `restoring-${restoreId}.json`);

  private async present(): Promise<Definitions> {
    return definitionsIn(
      await this.api.call('GET', apiPath('definitions', vhost)),
    );
  }

  private async tryOut(restoreId: string, wanted: Definitions): Promise<void> {
    const name = trialVhost(restoreId);
    await this.api.call('PUT', apiPath('vhosts', name), {});
    try {
      await this.api.call('POST', apiPath('definitions', name), wanted);
    } catch (error) {
      throw failed(error);
    } finally {
      await this.api.delete(apiPath('vhosts', name));
    }
  }

  /** Returns the error when the definitions were refused and the old ones are back. */
  private async replaceOrPutBack(
    wanted: Definitions,
    before: Definitions,
  ): Promise<unknown> {
    try {
      await this.replaceBy(wanted);
      return undefined;
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      await this.replaceBy(before);
      return error;
    }
  }

  /** Can be repeated when it was interrupted. */
  private async replaceBy(wanted: Definitions): Promise<void> {
    const bindings = await this.api.call('GET', apiPath('bindings', vhost));
    const { queues, exchanges, policies, ...deleted } = planDeletions(
      await this.present(),
      bindings as ListedBinding[],
      wanted,
    );
    const paths = [
      ...policies.map(name => apiPath('policies', vhost, name)),
      ...deleted.bindings.map(binding =>
        apiPath(
          ...['bindings', vhost, 'e', binding.source],
          binding.destination_type === 'queue' ? 'q' : 'e',
          binding.destination,
          binding.properties_key,
        ),
      ),
      ...queues.map(name => apiPath('queues', vhost, name)),
      ...exchanges.map(name => apiPath('exchanges', vhost, name)),
    ];
    for (const path of paths) await this.api.delete(path);
    await this.api.call('POST', apiPath('definitions', vhost), wanted);
  }
}
