/**
 * Publishes which services and plans this control plane cannot provide, as reported by the provider, before users
 * order.
 */
import {
  claimChoices,
  explain,
  specSchemaOf,
  type ClaimSchema,
  type ValidationRule,
} from '@klutch/backstage-plugin-klutch-common';
import type {
  Composition,
  CompositeResourceDefinition,
} from '@klutch/crossplane';
import {
  acceptedValues,
  availability,
  limitsOf,
  sizeLimitsOf,
} from '@klutch/provider-local';

const KIND = 'klutch.anynines.com/kind';
const TITLE = 'klutch.anynines.com/title';
const SERVICE_TYPE = 'klutch.anynines.com/service-type';
const UNAVAILABLE = 'klutch.anynines.com/unavailable';
const RESTORE_TARGETS = 'klutch.anynines.com/restore-targets';

type Reasons = Record<string, string>;

/** Values that are unavailable in every combination, each with the reason. */
function reasonsOf(
  values: string[],
  partners: string[],
  ask: (value: string, partner: string) => ReturnType<typeof availability>,
): Reasons {
  const reasons: Reasons = {};
  for (const value of values) {
    const answers = partners.map(partner => ask(value, partner));
    const first = answers[0];
    if (
      answers.every(({ available }) => !available) &&
      first &&
      !first.available
    ) {
      reasons[value] = first.reason;
    }
  }
  return reasons;
}

function addRules(spec: ClaimSchema, rules: ValidationRule[]): void {
  if (rules.length === 0) return;
  spec['x-kubernetes-validations'] = [
    ...(spec['x-kubernetes-validations'] ?? []),
    ...rules,
  ];
}

function annotationOf(xrd: CompositeResourceDefinition): string | undefined {
  const schema = xrd.spec.versions[0]?.schema.openAPIV3Schema;
  if (!schema || xrd.spec.metadata?.annotations?.[KIND] !== 'instance') {
    return undefined;
  }
  const { service, plan } = claimChoices(specSchemaOf(schema), {
    composition: xrd.spec.defaultCompositionRef?.name,
  });
  const title = xrd.spec.metadata?.annotations?.[TITLE];
  const services = reasonsOf(service, plan, (name, partner) =>
    availability(name, partner, title),
  );
  const running = service.filter(name => !(name in services));
  return JSON.stringify({
    service: services,
    plan: reasonsOf(plan, running, (name, partner) =>
      availability(partner, name, title),
    ),
  });
}

/** What the provider adds to the annotations of an API. */
function annotationsOf(
  xrd: CompositeResourceDefinition,
): Record<string, string> | undefined {
  if (xrd.spec.metadata?.annotations?.[KIND] === 'restore') {
    return { [RESTORE_TARGETS]: 'any' };
  }
  const unavailable = annotationOf(xrd);
  return unavailable ? { [UNAVAILABLE]: unavailable } : undefined;
}

/**
 * Adds `klutch.anynines.com/unavailable` to the instance APIs: `{ service: { value: reason }, plan: { value: reason }
 * }`; and to the API of restores that they may name any instance. Crossplane copies the annotations to the CRDs, where
 * the portal reads them.
 */
export function withAvailability(
  xrds: CompositeResourceDefinition[],
): CompositeResourceDefinition[] {
  return xrds.map(xrd => {
    const added = annotationsOf(xrd);
    if (!added) return xrd;
    const metadata = {
      ...xrd.spec.metadata,
      annotations: {
        ...xrd.spec.metadata?.annotations,
        ...added,
      },
    };
    return { ...xrd, spec: { ...xrd.spec, metadata } };
  });
}

/**
 * Adds a rule to the claims: they can only name the Compositions of this control plane. Others are accepted by the
 * APIs, and a claim that names one would wait forever.
 */
export function withCompositions(
  xrds: CompositeResourceDefinition[],
  compositions: Composition[],
): CompositeResourceDefinition[] {
  return structuredClone(xrds).map(xrd => {
    const names = compositions
      .filter(({ spec }) => spec.compositeTypeRef.kind === xrd.spec.names.kind)
      .map(({ metadata }) => metadata.name);
    for (const { schema } of xrd.spec.versions) {
      addRules(specSchemaOf(schema.openAPIV3Schema), [
        {
          rule: `!has(self.compositionRef) || self.compositionRef.name in ${JSON.stringify(names)}`,
          message: `compositionRef.name must be ${names.join(' or ')}: this sandbox has no other automation`,
        },
      ]);
    }
    return xrd;
  });
}

/** Whether the provider runs one of the API's services at least, or the API is that of no service. */
export function isProvided(xrd: CompositeResourceDefinition): boolean {
  const annotation = annotationOf(xrd);
  if (!annotation) return true;
  const schema = specSchemaOf(
    xrd.spec.versions[0]?.schema.openAPIV3Schema ?? {},
  );
  const { service } = claimChoices(schema, {
    composition: xrd.spec.defaultCompositionRef?.name,
  });
  return service.some(name => !(name in JSON.parse(annotation).service));
}

/** Claims use `maxConnections` for `max_connections`. */
const fieldOf = (brokerKey: string) =>
  brokerKey.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());

type LimitsOf = typeof limitsOf;

/** The plans of each limit of a parameter, without plans that are unavailable in this sandbox. */
function plansByLimit(
  plans: string[],
  key: string,
  limits: LimitsOf,
): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const plan of plans) {
    const limit = limits(plan)[key];
    if (limit !== undefined) {
      found.set(limit, [...(found.get(limit) ?? []), plan]);
    }
  }
  return found;
}

/** How a parameter is compared with the limit of a plan. */
interface LimitKind {
  limits: LimitsOf;
  /** CEL: whether a value is within a limit. */
  isWithin(value: string, limit: number): string;
  /** For messages. */
  text(limit: number): string;
}

const numbers: LimitKind = {
  limits: limitsOf,
  isWithin: (value, limit) => `${value} <= ${limit}`,
  text: String,
};

const MEBIBYTE = 1024 ** 2;

/** In the order in which a value is compared with them. */
const sizeUnits = {
  kb: 1024,
  mb: MEBIBYTE,
  gb: 1024 ** 3,
  k: 1000,
  m: 1000 ** 2,
  g: 1000 ** 3,
};

/** CEL: the bytes of a size such as `64mb`. */
const bytesOf = (value: string): string =>
  Object.entries(sizeUnits).reduceRight(
    (others, [unit, bytes]) =>
      `${value}.endsWith('${unit}') ? double(${value}.substring(0, ${value}.size() - ${unit.length})) * ${bytes}.0 : ${others}`,
    `double(${value})`,
  );

/** Sizes in the form of Valkey. Other values, such as `dynamic`, are those of the plan or refused by the schema. */
const sizes: LimitKind = {
  limits: sizeLimitsOf,
  isWithin: (value, limit) =>
    `!${value}.matches('^[1-9][0-9]*((k|m|g)b?)?$') || (${bytesOf(value)}) <= ${limit}.0`,
  text: limit => `${limit / MEBIBYTE}mb`,
};

/** CEL rules for the parameters that plans limit. */
function limitRules(
  spec: ClaimSchema,
  { limits, isWithin, text }: LimitKind,
): ValidationRule[] {
  const parameters = spec.properties?.parameters?.properties ?? {};
  const plans = (spec.properties?.plan?.enum ?? []).map(String);
  return [...new Set(plans.flatMap(plan => Object.keys(limits(plan))))]
    .filter(key => fieldOf(key) in parameters)
    .flatMap(key => {
      const field = fieldOf(key);
      const given = `has(self.parameters) && has(self.parameters.${field})`;
      return [...plansByLimit(plans, key, limits)].map(([limit, of]) => ({
        rule: `!(${given}) || ${isWithin(`self.parameters.${field}`, limit)} || !(self.plan in ${JSON.stringify(of)})`,
        fieldPath: `.parameters.${field}`,
        message: explain('PlanLimit', { limit: text(limit) }).message,
      }));
    });
}

/** Removes values that the provider does not accept from the enums of parameters. */
function limitValues(spec: ClaimSchema, serviceType: string): void {
  const parameters = spec.properties?.parameters?.properties ?? {};
  for (const [key, values] of Object.entries(acceptedValues(serviceType))) {
    const parameter = parameters[fieldOf(key)];
    const schema = parameter?.items ?? parameter;
    if (schema?.enum) {
      schema.enum = schema.enum.filter(value => values.includes(String(value)));
    }
  }
}

function limitSchema(claim: ClaimSchema, serviceType: string): void {
  const spec = specSchemaOf(claim);
  limitValues(spec, serviceType);
  addRules(spec, [...limitRules(spec, numbers), ...limitRules(spec, sizes)]);
}

/**
 * Adds the limits of the provider's plans to the schema of the claims, so that a dry run rejects the same values as
 * the provider. The sandbox adds the limits, not the manifests, because other platforms have other plans.
 */
export function withPlanLimits(
  xrds: CompositeResourceDefinition[],
): CompositeResourceDefinition[] {
  return structuredClone(xrds).map(xrd => {
    for (const { schema } of xrd.spec.versions) {
      limitSchema(
        schema.openAPIV3Schema,
        xrd.spec.metadata?.annotations?.[SERVICE_TYPE] ?? '',
      );
    }
    return xrd;
  });
}
