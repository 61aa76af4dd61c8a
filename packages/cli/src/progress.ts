/** Tells a user at a terminal what is waited for; logs of pipelines stay free of it. */
import type { KubeClient } from '@klutch/kube';
import { withCalls } from './cluster/withCalls';

/** Where progress goes; nothing is written unless it is a terminal. */
export type ProgressOutput = NodeJS.WritableStream & { isTTY?: boolean };

const silenceMs = 1_000;

/** Outputs with a line whose work has not ended: work inside of other work adds no second line. */
const announced = new WeakSet<ProgressOutput>();

/** Writes a line about the state of what is waited for. */
export function writeProgress(output: ProgressOutput, text: string): void {
  if (output.isTTY) output.write(`${text}\n`);
}

/** Waits for `work`; when that takes more than a second, writes what for. */
export async function withProgress<T>(
  output: ProgressOutput,
  what: string,
  work: Promise<T>,
): Promise<T> {
  let isAnnounced = false;
  const timer = setTimeout(() => {
    if (announced.has(output)) return;
    announced.add(output);
    isAnnounced = true;
    writeProgress(output, `${what} ...`);
  }, silenceMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (isAnnounced) announced.delete(output);
  }
}

/** The client, with progress of each call that takes more than a second. */
export const withCallProgress = (
  client: KubeClient,
  output: ProgressOutput,
): KubeClient =>
  withCalls(client, result =>
    withProgress(output, `Waiting for ${client.server}`, result),
  );
