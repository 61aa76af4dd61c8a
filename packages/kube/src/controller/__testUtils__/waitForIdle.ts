// Waits for a controller to finish its work.
import { eventually } from '../../testing/eventually';
import { Controller } from '../Controller';

/**
 * Resolves once no key is due or being reconciled. Keys that become due later, after a failure for example, do not
 * count.
 */
export const waitForIdle = (controller: Controller): Promise<unknown> =>
  eventually(`nothing is due or runs in "${controller.name}"`, () => {
    const { depth, running } = controller.health;
    return depth + running === 0;
  });
