/** Reads the configuration under `klutch.binding.handshake`. */
import type { Config } from '@backstage/config';
import { z } from 'zod';

const text = z.string().min(1);
const texts = z.array(text).optional();

const identityProvider = z.strictObject({
  id: text,
  title: text.optional(),
  issuer: text,
  clientId: text,
  clientSecret: text.optional(),
  scopes: texts,
  groupsClaim: text.optional(),
  legacyIdentity: z.boolean().optional(),
  userInfo: z.boolean().optional(),
  audiences: texts,
  allowedClients: texts,
});

const handshake = z.strictObject({
  externalUrl: text.optional(),
  allowReferenceRedirect: z.boolean().optional(),
  requestsPerMinute: z.number().int().min(1).optional(),
  identityProviders: z.array(identityProvider).min(1),
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
