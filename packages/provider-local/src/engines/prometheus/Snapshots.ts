/**
 * Backups and restores of the metrics: a snapshot of Prometheus as one tar file. Alerts and silences are not part of
 * it.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../errors';
import { findTar, packFolder, unpackFolder } from '../../host/folderArchive';
import { plainEnvironment, runProgram } from '../../host/runProgram';
import {
  chownTo,
  createServerFolder,
  writeServerFile,
} from '../../host/serverFiles';
import { EngineBackups, InstanceContext } from '../../host/ServiceEngine';
import {
  markComplete,
  putBackData,
  removeStagedData,
  replaceData,
  unfinishedData,
} from '../../host/stagedData';
import { AdminClient } from './client';
import { files } from './configuration';
import { PrometheusPrograms } from './programs';

type Context = Pick<
  InstanceContext<unknown, PrometheusPrograms>,
  'dataDir' | 'programs' | 'runAs' | 'whileStopped'
>;

export class Snapshots implements EngineBackups {
  constructor(
    private readonly context: Context,
    private readonly prometheus: AdminClient,
  ) {}

  readonly findTools = findTar;

  /**
   * Puts a file in the place of the folder of snapshots, so that Prometheus refuses the snapshots that users order:
   * nobody would remove these.
   */
  async lock(): Promise<void> {
    const { runAs } = this.context;
    await mkdir(this.metrics, { recursive: true, mode: 0o700 });
    await chownTo(this.metrics, runAs);
    await this.unlock();
    writeServerFile(runAs, this.snapshots, '');
  }

  async dump(file: string, signal: AbortSignal): Promise<void> {
    try {
      await this.unlock();
      const response = await this.prometheus.request(
        '/api/v1/admin/tsdb/snapshot',
        { method: 'POST', signal },
      );
      const { name } = JSON.parse(response).data;
      await packFolder(join(this.snapshots, name), file, signal);
    } finally {
      await this.lock();
    }
  }

  /** The files are complete and checked before the server stops. */
  async restore(
    { file, restoreId }: { file: string; restoreId: string },
    signal: AbortSignal,
  ): Promise<void> {
    const { dataDir, runAs } = this.context;
    const staged = unfinishedData(dataDir);
    try {
      await createServerFolder(runAs, staged);
      await unpackFolder(file, { folder: staged, runAs, signal });
      await this.check(staged, signal);
      await markComplete(dataDir, restoreId);
      await this.replace(restoreId);
    } finally {
      await removeStagedData(dataDir, this.metrics);
    }
  }

  async recoverRestores(): Promise<(restoreId: string) => boolean> {
    const done = await removeStagedData(this.context.dataDir, this.metrics);
    return restoreId => done.includes(restoreId);
  }

  private get metrics(): string {
    return join(this.context.dataDir, files.metrics);
  }

  private get snapshots(): string {
    return join(this.metrics, 'snapshots');
  }

  private async unlock(): Promise<void> {
    await rm(this.snapshots, { recursive: true, force: true });
  }

  private async check(folder: string, signal: AbortSignal): Promise<void> {
    const { programs, runAs } = this.context;
    const { exitCode } = await runProgram(
      programs.promtool,
      ['tsdb', 'list', folder],
      { runAs, signal, env: { ...plainEnvironment(), ...programs.env } },
    );
    signal.throwIfAborted();
    if (exitCode !== 0) {
      throw new ServiceError(
        'The restore failed: Prometheus cannot read the file of the backup.',
        { retry: false },
      );
    }
  }

  /** Replaces the metrics, or throws with the old ones in place. */
  private async replace(restoreId: string): Promise<void> {
    const { dataDir, whileStopped } = this.context;
    try {
      await whileStopped(() => replaceData(dataDir, this.metrics, restoreId));
    } catch (error) {
      await whileStopped(() => putBackData(dataDir, this.metrics, restoreId));
      throw error;
    }
  }
}
