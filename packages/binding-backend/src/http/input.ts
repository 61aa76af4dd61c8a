/** Schemas of HTTP input, which validate its format first. */
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

/** A form field that may occur any number of times, or not at all. */
const manyApis = z
  .union([
    apiNameSchema.transform(api => [api]),
    z.array(apiNameSchema).max(50),
  ])
  .default([]);

/** Query of `/authorize`. */
export const authorizeQuery = z.object({
  /** Port that the client listens on. */
  p: text.optional(),
  /** Redirect URL of the client. */
  u: text.optional(),
  /** The client's id of this login. */
  s: sessionId,
  /** Id of the app cluster. */
  c: clusterId,
  /** S256 challenge of a client that fetches its binding response. */
  pickup: z.string().regex(base64urlOf256Bits).optional(),
  /** Only renew the credentials. */
  refresh: z.literal(['1', 'true']).optional(),
  /** Id of the identity provider. */
  provider: text.optional(),
});

/** Query of the pages of a session. */
export const sessionQuery = z.object({ s: sessionId });

/** Query of the consent page: `resource` and `group` as upstream, or `api` by name. */
export const bindQuery = z.object({
  s: sessionId,
  resource: resource.optional(),
  group: group.default(''),
  api: manyApis,
});

/** Fields of every form of a session. */
export const sessionForm = z.object({ s: sessionId, csrf: text.optional() });

/** Fields of the consent form. */
export const bindForm = sessionForm.extend({
  api: manyApis,
  /** Digest of the offers that the page showed; a form without it never matches. */
  shown: text.default(''),
});

/** Body of `/pickup`. */
export const pickUpBody = z.object({
  code: z.string().max(200),
  verifier: z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/),
});

/** Body with a join token. */
export const joinBody = z.object({
  code: z.string().regex(base64urlOf256Bits),
});

/** Body of `/bind-noninteractive`. */
export const tokenBody = z.object({
  clusterID: clusterId,
  apis: z
    .array(z.object({ group: group.default(''), resource }))
    .max(50)
    .default([]),
});

/**
 * Parses input.
 * @throws HandshakeError `InvalidRequest`; the message names the field, but never quotes its value
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
      ? `The field ${JSON.stringify(field.slice(0, 40))} is missing or invalid. Start again from your terminal.`
      : 'The request cannot be parsed. Start again from your terminal.',
  );
};
