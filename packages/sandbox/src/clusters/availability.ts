/**
 * Publishes which services and plans this control plane cannot provide, as reported by the provider, before users
 * order.
 */
import {
  claimChoices,
  specSchemaOf,
  type ClaimSchema,
  type ValidationRule,
} from '@klutch/backstage-plugin-klutch-common';
import type { CompositeResourceDefinition } from '@klutch/crossplane';
import {
  availability,
  availablePrivileges,
  limitsOf,
} from '@klutch/provider-local';

const KIND = 'klutch.anynines.com/kind';
const UNAVAILABLE = 'klutch.anynines.com/unavailable';

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

function annotationOf(xrd: CompositeResourceDefinition): string | undefined {
  const schema = xrd.spec.versions[0]?.schema.openAPIV3Schema;
  if (!schema || xrd.spec.metadata?.annotations?.[KIND] !== 'instance') {
    return undefined;
  }
  const { service, plan } = claimChoices(specSchemaOf(schema), {
    composition: xrd.spec.defaultCompositionRef?.name,
  });
  const services = reasonsOf(service, plan, availability);
  const running = service.filter(name => !(name in services));
  return JSON.stringify({
    service: services,
    plan: reasonsOf(plan, running, (name, partner) =>
      availability(partner, name),
    ),
  });
}

/**
 * Adds `klutch.anynines.com/unavailable` to the instance APIs: `{ service: { value: reason }, plan: { value: reason }
 * }`. Crossplane copies the annotation to the CRDs, where the portal reads it.
 */
export function withAvailability(
  xrds: CompositeResourceDefinition[],
): CompositeResourceDefinition[] {
  return xrds.map(xrd => {
    const annotation = annotationOf(xrd);
    if (!annotation) return xrd;
    const metadata = {
      ...xrd.spec.metadata,
      annotations: {
        ...xrd.spec.metadata?.annotations,
        [UNAVAILABLE]: annotation,
      },
    };
    return { ...xrd, spec: { ...xrd.spec, metadata } };
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
  brokerKey.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The plans of each limit of a parameter, without plans that are unavailable in this sandbox. */
function plansByLimit(plans: string[], key: string): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const plan of plans) {
    const limit = limitsOf(plan)[key];
    if (limit !== undefined) {
      found.set(limit, [...(found.get(limit) ?? []), plan]);
    }
  }
  return found;
}

/** CEL rules for the parameters that plans limit. */
function limitRules(spec: ClaimSchema): ValidationRule[] {
  const parameters = spec.properties?.parameters?.properties ?? {};
  const plans = (spec.properties?.plan?.enum ?? []).map(String);
  return [...new Set(plans.flatMap(plan => Object.keys(limitsOf(plan))))]
    .filter(key => fieldOf(key) in parameters)
    .flatMap(key => {
      const field = fieldOf(key);
      const given = `has(self.parameters) && has(self.parameters.${field})`;
      return [...plansByLimit(plans, key)].map(([limit, of]) => ({
        rule: `!(${given}) || self.parameters.${field} <= ${limit} || !(self.plan in ${JSON.stringify(of)})`,
        fieldPath: `.parameters.${field}`,
        message: `must be at most ${limit} with this plan; lower it or choose a bigger plan`,
      }));
    });
}

function limitSchema(claim: ClaimSchema): void {
  const spec = specSchemaOf(claim);
  const rules = limitRules(spec);
  if (rules.length === 0) return;
  spec['x-kubernetes-validations'] = [
    ...(spec['x-kubernetes-validations'] ?? []),
    ...rules,
  ];
  const privileges = spec.properties?.parameters?.properties?.rolePrivileges;
  if (privileges?.items?.enum) {
    privileges.items.enum = privileges.items.enum.filter(name =>
      availablePrivileges.includes(String(name)),
    );
  }
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
      limitSchema(schema.openAPIV3Schema);
    }
    return xrd;
  });
}
