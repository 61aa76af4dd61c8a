/**
 * Finds a program: environment first.
 */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { BinaryName } from './binaries';

export interface ResolveOptions {
  env?: NodeJS.ProcessEnv;
  onProgress?: (text: string) => void;
  signal?: AbortSignal;
}

const isExecutable = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Finds a program, or says what to install. */
export async function resolveBinary(
  name: BinaryName,
  options: ResolveOptions = {},
): Promise<string> {
  const env = options.env ?? process.env;
  for (const dir of [env.KLUTCH_LOCAL_BIN, env.KUBEBUILDER_ASSETS]) {
    if (dir && (await isExecutable(join(dir, name)))) return join(dir, name);
  }
  throw new Error(
    `${name} was not found. Set KLUTCH_LOCAL_BIN to a folder that has it.`,
  );
}
