/** What comes in over HTTP, checked for its form before anything else sees it. */
import { apiName, parseApiName, type ApiResource } from '@klutch/bind-api';
import { z } from 'zod';
import { HandshakeError } from '../errors/HandshakeError';

const sessionId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const clusterId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/);
const base64urlOf256Bits = /^[A-Za-z0-9_-]{43}$/;
const text = z.string().max(2_000);

const label = '[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?';
const resource = z.string().regex(new RegExp(`^${label}$`));
const group = z
  .string()
  .max(253)
  .regex(new RegExp(`^(?:${label}(?:\\.${label})*)?$`));

const apiNameSchema = z
  .string()
  .max(317)
  .transform((name, context): ApiResource => {
    const api = parseApiName(name);
    const isUsable =
      resource.safeParse(api.resource).success &&
      group.safeParse(api.group).success &&
      apiName(api) === name;
    if (!isUsable) context.addIssue({ code: 'custom', message: 'no API' });
    return api;
  });

/** A field that a form may send never, once or several times. */
const manyApis = z
  .union([
    apiNameSchema.transform(api => [api]),
    z.array(apiNameSchema).max(50),
  ])
  .default([]);

/** Where a client begins. */
export const authorizeQuery = z.object({
  /** Port of the client. */
  p: text.optional(),
  /** Address of the client. */
  u: text.optional(),
  /** The client's id of this login. */
  s: sessionId,
  /** Id of the app cluster. */
  c: clusterId,
  /** S256 challenge: the client fetches its answer. */
  pickup: z.string().regex(base64urlOf256Bits).optional(),
  /** Only renew the connection. */
  refresh: z.literal(['1', 'true']).optional(),
  /** Which identity provider. */
  provider: text.optional(),
});

/** A page of a session. */
export const sessionQuery = z.object({ s: sessionId });

/** What to agree to: in the reference's form, or by name. */
export const bindQuery = z.object({
  s: sessionId,
  resource: resource.optional(),
  group: group.default(''),
  api: manyApis,
});

/** A form of a session. */
export const sessionForm = z.object({ s: sessionId, csrf: text.optional() });

/** The form of the consent page. */
export const bindForm = sessionForm.extend({
  api: manyApis,
  /** What the page showed; nobody agreed to anything without it. */
  shown: text.default(''),
});

/** A one-time code. */
export const pickUpBody = z.object({
  code: z.string().max(200),
  verifier: z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/),
});

/** A join token. */
export const joinBody = z.object({
  code: z.string().regex(base64urlOf256Bits),
});

/** What a machine wants to bind. */
export const tokenBody = z.object({
  clusterID: clusterId,
  apis: z
    .array(z.object({ group: group.default(''), resource }))
    .max(50)
    .default([]),
});

/**
 * Reads input.
 * @throws HandshakeError `InvalidRequest`; names the field, never quotes what is in it
 */
export const parseInput = <S extends z.ZodType>(
  schema: S,
  input: unknown,
): z.output<S> => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const field = result.error.issues[0]?.path.join('.');
  throw new HandshakeError(
    'InvalidRequest',
    field
      ? `The field ${JSON.stringify(field.slice(0, 40))} is missing or cannot be used as it is. Begin again from your terminal.`
      : 'The request cannot be read. Begin again from your terminal.',
  );
};
