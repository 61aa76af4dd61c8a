/** Runs the commands of this folder in this process. */
import { Writable } from 'node:stream';
import { Command } from 'commander';
import { createClient, loadKubeConfig } from '@klutch/kube';
import type { ClaimsContext } from '../../claims/ClaimsContext';
import { addKonnectorCommands } from '../../konnector/addKonnectorCommands';
import { rolesCommand } from '../../controlPlane/backendRoles';
import { addControlPlaneCommands } from '../../controlPlane/addControlPlaneCommands';
import { runClusters } from '../../controlPlane/runClusters';
import * as konnectorWork from '../../konnector/installKonnector';
import { addBindCommands } from '../addBindCommands';
import { runApprove } from '../runApprove';
import { runBind } from '../runBind';
import { runBindApiService } from '../runBindApiService';
import { runStatus } from '../runStatus';
import { runUnbind } from '../runUnbind';

/** What a command wrote, and how it ended. */
export interface Ran {
  stdout: string;
  stderr: string;
  error?: Error;
}

/** How a command is run. */
export interface RunOptions {
  /** What a person answers; undefined: there is nobody to ask. */
  answer?: boolean | ((question: string) => boolean | undefined);
  signal?: AbortSignal;
  /** What a person does with the browser that the command opens. */
  browse?: (url: URL) => Promise<void>;
}

function collect() {
  let text = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { stream, text: () => text };
}

/** Runs `klutch <args>` with this kubeconfig. */
export async function runCommand(
  kubeconfig: string,
  args: readonly string[],
  { answer, browse, signal }: RunOptions = {},
): Promise<Ran> {
  const stdout = collect();
  const stderr = collect();
  const program = new Command('klutch').exitOverride().configureOutput({
    writeOut: text => void stdout.stream.write(text),
    writeErr: text => void stderr.stream.write(text),
    getOutHelpWidth: () => 100,
    getErrHelpWidth: () => 100,
  });
  const context: ClaimsContext = {
    connect: async () => ({
      client: createClient(loadKubeConfig(kubeconfig)),
      namespace: 'default',
    }),
    stdout: stdout.stream,
    stderr: stderr.stream,
    confirm: async question =>
      typeof answer === 'function' ? answer(question) : answer,
    signal,
  };
  addBindCommands(program, context, {
    runApprove,
    runBind,
    runBindApiService,
    runStatus,
    runUnbind,
    openBrowser: async url => browse?.(url),
  });
  addKonnectorCommands(program, context, async () => konnectorWork);
  addControlPlaneCommands(program, context, { rolesCommand, runClusters });
  let error: Error | undefined;
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (thrown) {
    error = thrown instanceof Error ? thrown : new Error(String(thrown));
  }
  return { stdout: stdout.text(), stderr: stderr.text(), error };
}
