/** File layout of the sandbox. */
import { join, resolve } from 'node:path';

/** Root of the repository that contains this file. */
export const repository = resolve(__dirname, '..', '..', '..');

/** Paths of one sandbox; all of its files are below `dir`. */
export interface Layout {
  dir: string;
  /** State of the running sandbox, see {@link SandboxState}. */
  state: string;
  logs: string;
  controlPlane: string;
  appCluster: string;
  provider: string;
  portal: string;
  kubeconfigs: string;
}

/** The default folder, ignored by git. */
export const defaultDir = join(repository, '.sandbox');

/** The paths of the sandbox in a folder. */
export function layoutOf(dir: string): Layout {
  const root = resolve(dir);
  return {
    dir: root,
    state: join(root, 'sandbox.json'),
    logs: join(root, 'logs'),
    controlPlane: join(root, 'control-plane'),
    appCluster: join(root, 'apps-dev'),
    provider: join(root, 'provider'),
    portal: join(root, 'portal'),
    kubeconfigs: join(root, 'kubeconfigs'),
  };
}
