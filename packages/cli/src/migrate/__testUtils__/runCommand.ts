/** Runs the commands of this folder in this process. */
import type { KubeClient } from '@klutch/kube';
import {
  runProgram,
  type Ran,
  type RunOptions,
} from '../../__testUtils__/runProgram';
import { addMigrateCommands } from '../addMigrateCommands';
import * as migrateWork from '../migrateWork';

/** Runs `klutch migrate <args>` with this connection. */
export const runCommand = (
  connect: () => KubeClient,
  args: readonly string[],
  options?: RunOptions,
): Promise<Ran> =>
  runProgram(
    ['migrate', ...args],
    (program, context) =>
      addMigrateCommands(program, context, async () => migrateWork),
    async () => ({ client: connect(), namespace: 'default' }),
    options,
  );
