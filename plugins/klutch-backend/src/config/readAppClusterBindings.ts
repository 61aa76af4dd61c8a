/** Reads the configuration under `klutch.binding.appClusterBindings`. */
import type { Config } from '@backstage/config';
import {
  allowableOverrides,
  type AppClusterBindingOptions,
} from '@klutch/binding-backend';
import { kubeConfigPolicies } from '@klutch/kube';
import { z } from 'zod';

const appClusterBindings = z.strictObject({
  konnectorImage: z.string().min(1).optional(),
  allowedOverrides: z.array(z.enum(allowableOverrides)).optional(),
});

const key = 'klutch.binding.appClusterBindings';

/**
 * Undefined when not configured: AppClusterBindings are then not served.
 * @param allowLoopback - as for uploaded kubeconfigs
 * @throws Error that names each invalid key
 */
export function readAppClusterBindings(
  config: Config,
  allowLoopback: boolean,
): AppClusterBindingOptions | undefined {
  if (!config.has(key)) return undefined;
  const result = appClusterBindings.safeParse(config.get(key));
  if (!result.success) {
    const problems = result.error.issues.map(
      ({ path, message }) => `${[key, ...path].join('.')}: ${message}`,
    );
    throw new Error(`Configuration ${problems.join('; ')}.`);
  }
  const loopback = allowLoopback ? 'allow' : 'refuse';
  return {
    ...result.data,
    kubeconfigPolicy: { ...kubeConfigPolicies.strict, loopback },
  };
}
