/** A controller of what tenants have, in which they take turns. */
import {
  createController,
  parseKey,
  type Controller,
  type ControllerOptions,
  type KubeObject,
} from '@klutch/kube';
import type { ControllerContext } from './context';

/**
 * What is in one namespace is one tenant's: however much that is, others wait for at most one thing of it at a time, and
 * a worker is left to them.
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
