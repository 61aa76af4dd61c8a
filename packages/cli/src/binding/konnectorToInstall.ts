/** The konnector that is installed with a binding. */
import type { KubeClient } from '@klutch/kube';
import { findImage } from '../konnector/konnectorImage';
import type { BindFlags } from './bindFlags';

/** How `bind` was called. */
interface CalledBind {
  appCluster: KubeClient;
  flags: Pick<BindFlags, 'konnector' | 'konnectorImage'>;
  environment?: NodeJS.ProcessEnv;
}

/**
 * The image to install; undefined when the konnector is left as it is.
 *
 * @throws Error with what to do when no image is known
 */
export const konnectorToInstall = async ({
  appCluster,
  environment,
  flags,
}: CalledBind): Promise<string | undefined> =>
  flags.konnector === 'install'
    ? findImage(appCluster, {
        environment,
        flag: '--konnector-image',
        image: flags.konnectorImage,
      })
    : undefined;
