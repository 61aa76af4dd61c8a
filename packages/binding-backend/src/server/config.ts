/** The configuration of the standalone server: one YAML file, validated at startup. */
import { readFileSync } from 'node:fs';
import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { parseGoDuration } from '@klutch/bind-api';
import { parseListenAddress } from '@klutch/kube';
import { allowableOverrides } from '../appClusterBinding/planKonnector';
import { BindingError } from '../errors/BindingError';
import { externalUrlOf } from '../handshake/externalUrl';
import { checkNamespacePrefix } from '../identity/tenantIdentity';
import { audienceOf } from '../policy/audience';
import { createIdentityProviders } from '../oidc/createIdentityProviders';
import { identityProviderSchema } from '../oidc/identityProviderSchema';
import {
  defaultServiceNamespaceLimit,
  maxServiceNamespaces,
} from '../serviceNamespaceLimit';
import { isTokenLifetime } from '../tokenLifetimeBounds';
import { requireHttps } from '../tokens/externalEndpoint';
import { configErrorMap } from './configErrorMap';

const text = z.string().min(1);

/**
 * Validates a value with the check of the component that uses the value, and reports its BindingError as the issue.
 * @param path - path of the key, relative to the value
 */
const checkedBy =
  <Value>(check: (value: Value) => unknown, path: string[] = []) =>
  (value: Value, context: z.RefinementCtx): void => {
    try {
      check(value);
    } catch (error) {
      if (!(error instanceof BindingError)) throw error;
      context.addIssue({ code: 'custom', message: error.message, path });
    }
  };

/** The configuration only refers to secrets and never contains them. */
const secret = z.union(
  [z.strictObject({ file: text }), z.strictObject({ env: text })],
  { error: 'write { file: <path> } or { env: <variable> }, never the secret' },
);

const addressMessage = 'write host:port, or :port for all interfaces';

const address = z.string({ error: addressMessage }).refine(
  value => {
    try {
      parseListenAddress(value);
      return true;
    } catch {
      return false;
    }
  },
  { error: addressMessage },
);

const durationMessage = 'write a duration such as 30s, 5m or 24h';

const duration = z
  .string({ error: durationMessage })
  .transform((value, context) => {
    const milliseconds = parseGoDuration(value);
    if (milliseconds !== undefined) return milliseconds;
    context.addIssue({
      code: 'custom',
      message: durationMessage,
    });
    return z.NEVER;
  });

const tokenLifetime = duration.refine(ms => isTokenLifetime(ms / 1_000), {
  error: 'write a duration from 10m (ten minutes) to 168h (a week)',
});

const handshake = z.strictObject({
  externalUrl: text.superRefine(checkedBy(externalUrlOf)),
  listen: address.default('127.0.0.1:8080'),
  tls: z.strictObject({ certFile: text, keyFile: text }).optional(),
  trustedProxies: z.number().int().min(0).max(10).optional(),
  allowReferenceRedirect: z.boolean().default(true),
  requestsPerMinute: z.number().int().min(1).default(120),
  identityProviders: z
    .array(identityProviderSchema(secret))
    .min(1)
    .superRefine(
      checkedBy(all =>
        createIdentityProviders(
          // Secrets are read at each use.
          all.map(({ clientSecret: _, ...provider }) => provider),
        ),
      ),
    ),
  database: z.strictObject({ postgres: secret }).optional(),
});

const appClusterBindings = z.strictObject({
  konnectorImage: text.optional(),
  allowedOverrides: z.array(z.enum(allowableOverrides)).optional(),
  allowLoopback: z.boolean().default(false),
});

const audience = z.union([z.enum(['everyone', 'nobody']), z.array(text)], {
  error: 'write everyone, nobody, or a list of groups',
});

const settings = z.strictObject({
  controlPlane: z
    .strictObject({
      kubeconfig: text.optional(),
      externalServer: text.superRefine(checkedBy(requireHttps)).optional(),
      externalCaFile: text.optional(),
      tlsServerName: text.optional(),
    })
    .default({}),
  prettyName: text.default('Klutch'),
  namespacePrefix: text.superRefine(checkedBy(checkNamespacePrefix)).optional(),
  tokenLifetime: tokenLifetime.default(24 * 3_600_000),
  serviceNamespaceLimit: z
    .number()
    .int()
    .min(0)
    .max(maxServiceNamespaces)
    .default(defaultServiceNamespaceLimit),
  handshake: handshake.optional(),
  defaultAudience: audience.default('everyone'),
  appClusterBindings: appClusterBindings.optional(),
  health: address.default(':8081'),
  lease: z
    .strictObject({ namespace: text, name: text.optional() })
    .nullable()
    .optional(),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
});

const serverConfig = settings.superRefine(
  checkedBy(
    ({ defaultAudience, handshake: served }) =>
      audienceOf({
        defaultAudience,
        issuers: served?.identityProviders.map(({ issuer }) => issuer),
      }),
    ['defaultAudience'],
  ),
);

/** Reference to a secret in a file or environment variable. */
export type SecretReference = z.infer<typeof secret>;

/** The `handshake` section. */
export type HandshakeConfig = z.infer<typeof handshake>;

/** The whole configuration with defaults; durations in milliseconds. */
export type ServerConfig = z.infer<typeof serverConfig>;

const configError = (file: string, problem: string) =>
  new BindingError('Misconfigured', `The configuration ${file}: ${problem}`);

const readConfigFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw configError(
      file,
      'the file cannot be read. Check its path and permissions.',
    );
  }
};

const parseYaml = (file: string, source: string): unknown => {
  try {
    return parse(source);
  } catch (error) {
    const [position] =
      error instanceof YAMLParseError ? (error.linePos ?? []) : [];
    throw configError(
      file,
      `the file is not valid YAML${position ? ` (line ${position.line})` : ''}. Correct the file.`,
    );
  }
};

const formatIssue = ({ path, message }: z.core.$ZodIssue) =>
  path.length > 0 ? `${path.join('.')}: ${message}` : message;

/**
 * Reads and validates the configuration.
 * @throws BindingError `Misconfigured` with each invalid key; the message quotes no secrets
 */
export const readServerConfig = (file: string): ServerConfig => {
  const result = serverConfig.safeParse(
    parseYaml(file, readConfigFile(file)) ?? {},
    {
      error: configErrorMap,
    },
  );
  if (result.success) return result.data;
  const problems = result.error.issues.map(formatIssue).join('; ');
  throw configError(file, `${problems.replace(/\.$/, '')}.`);
};
