/** Backups and restores: snapshots are files that the server writes, and reads at its start. */
import { createReadStream, createWriteStream } from 'node:fs';
import { link, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../../errors';
import { plainEnvironment, runProgram } from '../../host/runProgram';
import { chownTo } from '../../host/serverFiles';
import { EngineBackups, InstanceContext } from '../../host/ServiceEngine';
import { AdminClient } from './AdminClient';
import { KeyvaluePrograms } from './programs';
import { ReplyError } from './resp';
import { fileErrors } from './serverOutput';
import { files } from './settings';

const pollMs = 20;

type Context = Pick<
  InstanceContext<unknown, KeyvaluePrograms>,
  'dataDir' | 'programs' | 'runAs' | 'whileStopped'
>;

const failed = (what: string, reason: string) =>
  new ServiceError(`The ${what} failed: ${reason}.`, { retry: false });

/** The copy is readable by the user of this process alone, and never written to where a link leads. */
async function copy(from: string, to: string, signal: AbortSignal) {
  await rm(to, { force: true });
  const target = createWriteStream(to, { mode: 0o600, flags: 'wx' });
  await pipeline(createReadStream(from), target, { signal });
}

/** Failures of aborted work are the reason of the abort. */
async function abortable<T>(
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

const restoreFile = /^(candidate|before)-(.+)\.rdb$/;

export class Snapshots implements EngineBackups {
  constructor(
    private readonly context: Context,
    private readonly admin: AdminClient,
  ) {}

  dump(file: string, signal: AbortSignal): Promise<void> {
    return abortable(signal, async () => {
      await this.save(signal);
      // The server replaces the file as a whole, so that a later snapshot does not change this copy.
      await copy(this.path(files.snapshot), file, signal);
    });
  }

  /**
   * The file is checked before the server stops. The old snapshot, which the server writes when it stops, gets a second
   * name until the server has started with the new one.
   */
  async restore(
    { file, restoreId }: { file: string; restoreId: string },
    signal: AbortSignal,
  ): Promise<void> {
    const candidate = this.path(`candidate-${restoreId}.rdb`);
    const before = this.path(`before-${restoreId}.rdb`);
    try {
      await abortable(signal, async () => {
        await copy(file, candidate, signal);
        await chownTo(candidate, this.context.runAs);
        await this.check(candidate);
        // With this snapshot the server can start again, even when it cannot write one as it stops.
        await this.save(signal);
      });
      await this.replace(candidate, before);
    } finally {
      await rm(candidate, { force: true });
      await rm(before, { force: true });
    }
  }

  /** A restore was complete when its file had replaced the old snapshot, whose second name still exists then. */
  async recoverRestores(): Promise<(restoreId: string) => boolean> {
    const found = (await readdir(this.context.dataDir)).flatMap(name => {
      const [, kind, id] = restoreFile.exec(name) ?? [];
      return id ? [{ name, kind, id }] : [];
    });
    await Promise.all(found.map(({ name }) => rm(this.path(name))));
    const idsOf = (kind: string) =>
      new Set(found.filter(file => file.kind === kind).map(({ id }) => id));
    const [candidates, replaced] = [idsOf('candidate'), idsOf('before')];
    return id => replaced.has(id) && !candidates.has(id);
  }

  private path = (name: string) => join(this.context.dataDir, name);

  /** Replaces the snapshot, or throws with the old one in place. */
  private async replace(candidate: string, before: string): Promise<void> {
    const { whileStopped } = this.context;
    const current = this.path(files.snapshot);
    let replaced = false;
    try {
      await whileStopped(async () => {
        await link(current, before);
        await rename(candidate, current);
        replaced = true;
      });
    } catch (error) {
      if (replaced) await whileStopped(() => rename(before, current));
      throw error;
    }
  }

  /** Makes the server write a snapshot of its present data. */
  private async save(signal: AbortSignal): Promise<void> {
    while (!(await this.startSaving()))
      await wait(pollMs, undefined, { signal });
    let state = await this.admin.info('persistence');
    while (state.rdb_bgsave_in_progress !== '0') {
      await wait(pollMs, undefined, { signal });
      state = await this.admin.info('persistence');
    }
    if (state.rdb_last_bgsave_status !== 'ok') {
      throw failed(
        'snapshot',
        'the server could not write it; check the free disk space and memory of the machine',
      );
    }
  }

  /** `false` while the server writes a snapshot already, which may lack the latest changes. */
  private async startSaving(): Promise<boolean> {
    try {
      await this.admin.call('BGSAVE');
      return true;
    } catch (error) {
      if (error instanceof ReplyError && /in progress/.test(error.message)) {
        return false;
      }
      throw error;
    }
  }

  private async check(file: string): Promise<void> {
    const { programs, runAs } = this.context;
    const { exitCode, stdout } = await runProgram(programs.checkFile, [file], {
      runAs,
      env: { ...plainEnvironment(), ...programs.env },
    });
    if (exitCode !== 0) {
      throw failed(
        'restore',
        `${programs.title} cannot read the backup's file: ${fileErrors(stdout)}`,
      );
    }
  }
}
