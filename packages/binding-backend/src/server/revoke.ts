/** `klutch-binding-backend revoke`: ends the tokens of one app cluster, for whoever administers the control plane. */
import { createLogger } from '@klutch/kube';
import { Registry } from 'prom-client';
import { createBindingMetrics } from '../metrics/createBindingMetrics';
import { revokeTokensIn } from '../provision/revokeTokens';
import type { ServerConfig } from './config';
import { createOwnAccess } from './ownAccess';

/**
 * With the server's own access to the control plane, beside a server that runs or not.
 * @param namespace - the cluster namespace
 * @throws BindingError `InvalidInput` for a namespace that has no tokens, ApiError when the control plane refuses
 */
export const revokeByCommand = async (
  { controlPlane, logLevel }: ServerConfig,
  namespace: string,
): Promise<void> => {
  const logger = createLogger('binding-backend', { level: logLevel });
  const metrics = createBindingMetrics(new Registry());
  const { client, close } = createOwnAccess({ controlPlane, logger, metrics });
  try {
    await revokeTokensIn(
      {
        client,
        audit: event => logger.info({ audit: event }, event.action),
        now: () => new Date(),
      },
      namespace,
      { actor: 'command line' },
    );
  } finally {
    await close();
  }
};
