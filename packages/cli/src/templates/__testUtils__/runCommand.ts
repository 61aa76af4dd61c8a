/** Runs the commands of this folder in this process. */
import { createClient, loadKubeConfig } from '@klutch/kube';
import { runProgram, type Ran } from '../../__testUtils__/runProgram';
import { addTemplateCommands } from '../addTemplateCommands';
import * as templatesWork from '../templatesWork';

/** Runs `klutch <args>` with this kubeconfig. */
export const runCommand = (
  kubeconfig: string,
  args: readonly string[],
): Promise<Ran> =>
  runProgram(
    args,
    (program, context) =>
      addTemplateCommands(program, context, async () => templatesWork),
    async () => ({
      client: createClient(loadKubeConfig(kubeconfig)),
      namespace: 'default',
    }),
  );
