/** Reads the portal's kubeconfig of the control plane as it is now. */
import { readFile } from 'node:fs/promises';
import type { Config } from '@backstage/config';

/** The content of the file; undefined in a pod, and while the file is missing, as during its replacement. */
export async function readControlPlaneKubeconfig(
  config: Config,
): Promise<string | undefined> {
  const file = config.getOptionalString('klutch.controlPlane.kubeconfig');
  return file === undefined
    ? undefined
    : readFile(file, 'utf8').catch(() => undefined);
}
