/** How a configuration describes an identity provider, in the standalone server's file and in the portal's. */
import { z } from 'zod';

const text = z.string().min(1);
const texts = z.array(text).optional();

/**
 * An identity provider in a configuration, with the keys of `IdentityProviderOptions` that are data.
 * @param secret - how that configuration gives a client secret
 */
export const identityProviderSchema = <Secret extends z.ZodType>(
  secret: Secret,
) =>
  z.strictObject({
    id: text,
    title: text.optional(),
    issuer: text,
    clientId: text,
    clientSecret: secret.optional(),
    scopes: texts,
    groupsClaim: text.optional(),
    legacyIdentity: z.boolean().optional(),
    userInfo: z.boolean().optional(),
    audiences: texts,
    allowedClients: texts,
    extraRequestParams: z.record(text, z.string()).optional(),
  });
