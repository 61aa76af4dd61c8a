/** A folder as one file, with the program tar. Backups are encrypted, which also shows whether the file was changed. */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { ServiceError } from '../errors';
import { RunAs, plainEnvironment, runProgram } from './runProgram';

/** Throws ServiceError when tar is missing. */
export async function findTar(): Promise<void> {
  const { exitCode } = await runProgram('tar', ['--version'], {
    env: plainEnvironment(),
  });
  if (exitCode === 0) return;
  throw new ServiceError('Backups need the program tar. Install tar.', {
    retry: true,
  });
}

/** Writes the content of the folder to a file that the user of this process alone can read. */
export async function packFolder(
  folder: string,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  await writeFile(file, '', { mode: 0o600 });
  const args = ['-cf', file, '-C', folder, '.'];
  const { exitCode } = await runProgram('tar', args, {
    env: plainEnvironment(),
    signal,
  });
  signal.throwIfAborted();
  if (exitCode === 0) return;
  throw new ServiceError(
    'The backup failed: its file could not be written; check the free disk space of the machine.',
    { retry: false },
  );
}

/** Writes the content of the file to a folder that belongs to that user. Throws ServiceError when the file is damaged. */
export async function unpackFolder(
  file: string,
  options: { folder: string; runAs: RunAs; signal: AbortSignal },
): Promise<void> {
  const { folder, runAs, signal } = options;
  const { exitCode } = await runProgram('tar', ['-xf', '-', '-C', folder], {
    env: plainEnvironment(),
    runAs,
    signal,
    input: createReadStream(file),
  });
  signal.throwIfAborted();
  if (exitCode === 0) return;
  throw new ServiceError(
    'The restore failed: the file of the backup is not complete, or the disk of the machine is full.',
    { retry: false },
  );
}
