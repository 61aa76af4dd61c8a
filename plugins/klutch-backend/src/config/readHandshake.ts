/** Reads the configuration under `klutch.binding.handshake`. */
import type { Config } from '@backstage/config';
import { identityProviderSchema } from '@klutch/binding-backend';
import { z } from 'zod';

const text = z.string().min(1);

const handshake = z.strictObject({
  externalUrl: text.optional(),
  allowReferenceRedirect: z.boolean().optional(),
  requestsPerMinute: z.number().int().min(1).optional(),
  identityProviders: z.array(identityProviderSchema(text)).min(1),
});

/** How people with a terminal and machines bind. */
export type HandshakeConfig = z.infer<typeof handshake>;

const key = 'klutch.binding.handshake';

/**
 * Undefined when it is not configured.
 * @throws Error that names each key that is wrong, and no value
 */
export function readHandshake(config: Config): HandshakeConfig | undefined {
  if (!config.has(key)) return undefined;
  const result = handshake.safeParse(config.get(key));
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    ({ path, message }) => `${[key, ...path].join('.')}: ${message}`,
  );
  throw new Error(`Configuration ${problems.join('; ')}.`);
}
