/** What the author of a data service decides: `service.yaml`, from which all manifests are generated. */
import { iconSymbols, packageGroup } from '@klutch/crossplane';
import { z } from 'zod';
import { kindOfName, pluralOfName, titleOfName } from './names';

const label = z
  .string()
  .regex(
    /^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$/,
    'use at most 40 lower case letters, digits and dashes, beginning with a letter',
  );
const plural = z
  .string()
  .regex(/^[a-z][a-z0-9]{0,48}$/, 'use lower case letters and digits');
const kind = z
  .string()
  .regex(/^[A-Z][A-Za-z0-9]{0,48}$/, 'use CamelCase, such as FeatureFlags');
const domain =
  /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;
const group = z
  .string()
  .regex(domain, 'use a domain name of yours, such as data.example.org');
const text = z.string().trim().min(1, 'write a text');
const fieldPath = z
  .string()
  .regex(
    /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*$/,
    'use names of fields with dots between them, such as storage.size',
  );
const scalar = z.union(
  [z.string(), z.number(), z.boolean()],
  'use a text, a number, true or false',
);

/** Fields of the composed resource that a choice sets, relative to its settings. */
const sets = z.record(fieldPath, scalar).default({});

const version = z.strictObject({ name: label, title: text.optional(), sets });

const plan = z.strictObject({
  name: label,
  title: text.optional(),
  description: text.optional(),
  replicas: z.number().int().nonnegative().optional(),
  memory: text.optional(),
  storage: text.optional(),
  connections: z.number().int().nonnegative().optional(),
  sets,
});

/** What limits the values of a parameter. */
interface Limits {
  type: 'string' | 'integer' | 'number' | 'boolean';
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
}

/** Whether a parameter accepts a value, as its schema in the CRD does. */
function accepts(limits: Limits, value: unknown): boolean {
  const { type, minimum = -Infinity, maximum = Infinity } = limits;
  if (type === 'boolean') return typeof value === 'boolean';
  if (type === 'string') {
    return typeof value === 'string' && (limits.enum?.includes(value) ?? true);
  }
  return (
    typeof value === 'number' &&
    (type === 'number' || Number.isInteger(value)) &&
    value >= minimum &&
    value <= maximum
  );
}

const parameter = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z][A-Za-z0-9]{0,48}$/, 'use camelCase, such as maxSize'),
    type: z.enum(['string', 'integer', 'number', 'boolean']),
    title: text.optional(),
    description: text,
    unit: text.optional(),
    /** Title of the parameters that forms show together. */
    group: text.optional(),
    enum: z.array(text).min(1).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: scalar.optional(),
    /** Field of the composed resource, relative to its settings. Default: the name. */
    field: fieldPath.optional(),
  })
  .superRefine((value, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const isNumber = value.type === 'integer' || value.type === 'number';
    if (value.enum && value.type !== 'string') {
      problem('enum', 'only strings have a list of values');
    }
    if (!isNumber && (value.minimum ?? value.maximum) !== undefined) {
      problem('minimum', 'only numbers have a minimum and a maximum');
    }
    const { minimum = -Infinity, maximum = Infinity } = value;
    if (minimum > maximum) {
      problem('minimum', 'must not be above the maximum');
    }
    if (value.default !== undefined && !accepts(value, value.default)) {
      problem('default', `must be a value that ${value.name} accepts`);
    }
  });

const resourceOf = {
  apiVersion: z
    .string()
    .regex(/^([a-z0-9.-]+\/)?v[0-9][a-z0-9]*$/, 'use the form example.org/v1'),
  resourceKind: kind,
};

/** The ProviderConfig of provider-kubernetes, in Klutch's installation. */
const kubernetesConfig = label.default('kubernetes-provider');

const provider = z.discriminatedUnion('kind', [
  /** A ConfigMap in the claim's namespace, by provider-kubernetes. */
  z.strictObject({
    kind: z.literal('configmap'),
    providerConfig: kubernetesConfig,
  }),
  /** A managed resource of any Crossplane provider. */
  z.strictObject({
    kind: z.literal('managed-resource'),
    ...resourceOf,
    providerConfig: label.default('default'),
    /** The resource writes a Secret for users of the service. */
    connectionSecret: z.boolean().default(false),
  }),
  /** A resource of an operator on the control plane, by provider-kubernetes. */
  z.strictObject({
    kind: z.literal('kubernetes-object'),
    ...resourceOf,
    providerConfig: kubernetesConfig,
    /** The operator writes Secrets for users of the service into the claim's namespace. */
    deliversSecrets: z.boolean().default(false),
  }),
]);

/** APIs whose claims name one of the package's data services, and no other. */
const packageApis = ['servicebindings', 'backups', 'restores'].map(
  name => `${name}.${packageGroup}`,
);

const apiName = z
  .string()
  .regex(domain, 'use the name of the CRD, such as storekeys.data.example.org')
  .refine(name => !packageApis.includes(name), {
    error: ({ input }) =>
      `${input} accepts only the data services of Klutch's package; name an API of yours that knows this service, or leave the field out`,
  });

/** Names in the composed ConfigMap, besides those of parameters. */
const reserved = ['plan', 'service'];

const repeated = (names: string[]) =>
  names.find((name, index) => names.indexOf(name) !== index);

/** Whether some choices set other fields than the others. */
export const differingSets = (choices: readonly { sets: object }[]) =>
  new Set(choices.map(choice => Object.keys(choice.sets).sort().join())).size >
  1;

/** The file's content. Defaults that depend on other fields are filled in by `completeDefinition`. */
export const definitionSchema = z
  .strictObject({
    /** Name of the folder and of the Composition, and `serviceInstanceType` of related claims. */
    name: label,
    group: group.default(packageGroup),
    kind: kind.optional(),
    plural: plural.optional(),
    title: text.optional(),
    description: text,
    docs: z.url({ protocol: /^https?$/, error: 'use an https URL' }).optional(),
    icon: z
      .strictObject({
        symbol: z.enum(iconSymbols),
        color: z
          .string()
          .regex(/^#[0-9a-f]{6}$/i, 'use a colour such as #3f6f21'),
      })
      .default({ symbol: 'lines', color: '#4a5568' }),
    /** Values of `spec.service`, for services with several versions. */
    versions: z.array(version).default([]),
    plans: z.array(plan).min(1, 'a service needs a plan'),
    /** Which other plan an instance may change to; `grow`: one that is later in the list. */
    planChanges: z.enum(['any', 'grow', 'none']).default('any'),
    parameters: z.array(parameter).default([]),
    provider,
    /** Existing APIs that the portal uses for instances of this service. */
    relatedApis: z
      .strictObject({
        binding: apiName.optional(),
        backup: apiName.optional(),
        restore: apiName.optional(),
      })
      .default({}),
  })
  .superRefine((value, context) => {
    for (const field of ['plans', 'versions', 'parameters'] as const) {
      const twice = repeated(value[field].map(({ name }) => name));
      if (twice) {
        context.addIssue({
          code: 'custom',
          path: [field],
          message: `${twice} is there twice`,
        });
      }
    }
    for (const field of ['plans', 'versions'] as const) {
      if (differingSets(value[field])) {
        context.addIssue({
          code: 'custom',
          path: [field],
          message: 'all of them have to set the same fields',
        });
      }
    }
    const taken = value.parameters.find(({ name }) => reserved.includes(name));
    if (taken) {
      context.addIssue({
        code: 'custom',
        path: ['parameters'],
        message: `a parameter cannot be named ${taken.name}`,
      });
    }
  });

/** The content of `service.yaml`. */
export type DefinitionInput = z.input<typeof definitionSchema>;
export type PlanInput = z.input<typeof plan>;
export type Parameter = z.output<typeof parameter>;
export type Provider = z.output<typeof provider>;
export type ProviderKind = Provider['kind'];
export type ParameterType = Parameter['type'];

/** A definition without open ends. */
export type Definition = z.output<typeof definitionSchema> & {
  kind: string;
  plural: string;
  title: string;
};

/** One line for each problem, beginning with the field. */
export const problemsOf = (error: z.ZodError): string[] =>
  error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );

/**
 * Checks a definition and fills in what follows from its name.
 *
 * @throws Error that lists every problem with its field
 */
export function completeDefinition(input: unknown, where: string): Definition {
  const result = definitionSchema.safeParse(input, {
    error: issue => (issue.input === undefined ? 'is missing' : undefined),
  });
  if (!result.success) {
    throw new Error(
      `${where} is not complete or not valid:\n${problemsOf(result.error)
        .map(problem => `- ${problem}`)
        .join('\n')}`,
    );
  }
  const { name } = result.data;
  return {
    ...result.data,
    kind: result.data.kind ?? kindOfName(name),
    plural: result.data.plural ?? pluralOfName(name),
    title: result.data.title ?? titleOfName(name),
  };
}

/** Checks one answer; true or the problem. */
const checked =
  (schema: z.ZodType) =>
  (value: unknown): true | string => {
    const result = schema.safeParse(value);
    return result.success || problemsOf(result.error).join('; ');
  };

/** The checks of single answers. */
export const checks = {
  name: checked(label),
  group: checked(group),
  text: checked(text),
  docs: checked(definitionSchema.shape.docs),
  parameterName: checked(parameter.shape.name),
  apiVersion: checked(resourceOf.apiVersion),
  kind: checked(kind),
  sets: checked(sets),
};
