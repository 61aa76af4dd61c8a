/** Runs the commands of this folder in this process. */
import { createClient, loadKubeConfig } from '@klutch/kube';
import {
  runProgram,
  type Ran,
  type RunOptions,
} from '../../__testUtils__/runProgram';
import { addKonnectorCommands } from '../../konnector/addKonnectorCommands';
import { addControlPlaneCommands } from '../../controlPlane/addControlPlaneCommands';
import * as controlPlaneWork from '../../controlPlane/controlPlaneWork';
import * as konnectorWork from '../../konnector/konnectorWork';
import { addDoctor } from '../../doctor/addDoctor';
import * as doctorWork from '../../doctor/runDoctor';
import { addVersion } from '../../versionCommand/addVersion';
import * as versionWork from '../../versionCommand/runVersion';
import { addBindCommands } from '../addBindCommands';
import * as bindWork from '../bindWork';

/** How a command is run. */
export interface BindRunOptions extends RunOptions {
  /** What a person does with the browser that the command opens. */
  browse?: (url: URL) => Promise<void>;
}

/** Runs `klutch <args>` with this kubeconfig. */
export const runCommand = (
  kubeconfig: string,
  args: readonly string[],
  { browse, ...options }: BindRunOptions = {},
): Promise<Ran> =>
  runProgram(
    args,
    (program, context) => {
      addBindCommands(program, context, async () => ({
        ...bindWork,
        openBrowser: async url => browse?.(url),
      }));
      addKonnectorCommands(program, context, async () => konnectorWork);
      addDoctor(program, context, async () => doctorWork);
      addVersion(program, context, async () => versionWork);
      addControlPlaneCommands(program, context, async () => controlPlaneWork);
    },
    async () => ({
      client: createClient(loadKubeConfig(kubeconfig)),
      namespace: 'default',
    }),
    options,
  );
