/** Configuration schema of an identity provider, for the standalone server and the portal. */
import { z } from 'zod';

const text = z.string().min(1);
const texts = z.array(text).optional();

/**
 * The schema of the serializable keys of `IdentityProviderOptions`.
 * @param secret - schema of a client secret, which differs between the two configurations
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
