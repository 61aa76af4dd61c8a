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

/** Configuration of the handshake for terminals and machines. */
export type HandshakeConfig = z.infer<typeof handshake>;

const key = 'klutch.binding.handshake';

/**
 * Undefined when not configured.
 * @throws Error that names each invalid key, without values
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
