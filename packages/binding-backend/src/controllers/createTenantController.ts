/** Controllers of tenants' objects with fair queueing between tenants. */
import {
  createController,
  parseKey,
  type Controller,
  type ControllerOptions,
  type KubeObject,
} from '@klutch/kube';
import type { ControllerContext } from './context';

/**
 * All objects of one namespace belong to one tenant: other tenants wait for at most one of them at a time, and one
 * worker stays free for other tenants.
 */
export const createTenantController = <W extends KubeObject[]>(
  { logger, metrics }: Pick<ControllerContext, 'logger' | 'metrics'>,
  options: Omit<ControllerOptions<W>, 'group' | 'logger' | 'metrics'>,
): Controller =>
  createController({
    ...options,
    logger,
    metrics,
    group: key => parseKey(key).namespace ?? '',
  });
