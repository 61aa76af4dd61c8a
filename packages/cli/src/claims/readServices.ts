import type { KubeClient } from '@klutch/kube';
import type { CommandContext } from '../CommandContext';
import { withProgress } from '../progress';
import type { ClaimApi } from './ClaimApi';
import { discoverApis } from './discoverApis';

/** As {@link discoverApis}, with a note when it takes long. */
export const readServices = (
  { stderr }: Pick<CommandContext, 'stderr'>,
  client: KubeClient,
  signal?: AbortSignal,
): Promise<ClaimApi[]> =>
  withProgress(
    stderr,
    'Reading the data services',
    discoverApis(client, signal),
  );
