/**
 * The versions and plans that an order form offers. The values come from the schema of the claim's CRD, see
 * `claimChoices` in klutch-common; titles, resources and unavailable values come from the CRD's annotations, see
 * `readCrdAnnotations`.
 */
import {
  claimChoices,
  compositionChoices,
  planChanges,
  specSchemaOf,
  versionChanges,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { withComposition, type ClaimSpec } from './claimResource';
import type { ServiceInfo } from './serviceInfo';

const choice = (
  value: string,
  title: string,
  reasons: Record<string, string>,
): Schemas['Choice'] => {
  const reason = reasons[value];
  return { value, title, available: !reason, ...(reason && { reason }) };
};

/** `a9s-postgresql15` becomes `PostgreSQL 15`. */
function versionTitle(value: string, title: string): string {
  const digits = /\d[\d.]*$/.exec(value)?.[0];
  return digits ? `${title} ${digits}` : value;
}

/** `postgresql-single-nano-ssl` becomes `Single nano SSL`. */
function planTitle(value: string, serviceType = ''): string {
  const prefix = `${serviceType}-`;
  const words = (value.startsWith(prefix) ? value.slice(prefix.length) : value)
    .replaceAll('-', ' ')
    .replace(/\bssl\b/g, 'SSL');
  return words.charAt(0).toLocaleUpperCase('en-US') + words.slice(1);
}

function choicesOf(info: ServiceInfo) {
  return claimChoices(specSchemaOf(info.schema), {
    composition: info.defaultComposition,
  });
}

/** What only other compositions have, which an order can name. */
function otherChoicesOf(info: ServiceInfo) {
  const schema = specSchemaOf(info.schema);
  const present = choicesOf(info);
  const others = compositionChoices(schema).map(composition =>
    claimChoices(schema, { composition }),
  );
  const missing = (field: keyof typeof present) => [
    ...new Set(
      others
        .flatMap(choices => choices[field])
        .filter(value => !present[field].includes(value)),
    ),
  ];
  return { service: missing('service'), plan: missing('plan') };
}

/** Title of a value of `spec.service`. */
export const versionTitleOf = (info: ServiceInfo, value: string): string =>
  info.services[value] ?? versionTitle(value, info.title);

/** Title of a value of `spec.plan`. */
export const planTitleOf = (info: ServiceInfo, value: string): string =>
  info.plans[value]?.title ?? planTitle(value, info.serviceType);

const versionOf = (info: ServiceInfo, value: string) =>
  choice(value, versionTitleOf(info, value), info.unavailable.service);

/** The versions offered in a form. */
export function versionsOf(info: ServiceInfo): Schemas['Choice'][] {
  return choicesOf(info).service.map(value => versionOf(info, value));
}

function planOf(info: ServiceInfo, value: string): Schemas['Plan'] {
  const { title: _, ...facts } = info.plans[value] ?? {};
  const title = planTitleOf(info, value);
  return { ...choice(value, title, info.unavailable.plan), ...facts };
}

/** The plans offered in a form, with their resources. */
export function plansOf(info: ServiceInfo): Schemas['Plan'][] {
  return choicesOf(info).plan.map(value => planOf(info, value));
}

/** The versions and plans that only other compositions have. */
export function otherOffersOf(
  info: ServiceInfo,
): Pick<Schemas['ServiceDetail'], 'otherPlans' | 'otherVersions'> {
  const { plan, service } = otherChoicesOf(info);
  return {
    otherVersions: service.map(value => versionOf(info, value)),
    otherPlans: plan.map(value => planOf(info, value)),
  };
}

/** The plans that the rules let an instance change to, also those that do not run here; none for other claims. */
export function planChangesOf(
  info: ServiceInfo,
  spec: ClaimSpec = {},
): Schemas['Plan'][] {
  if (info.type !== 'instance') return [];
  const present = withComposition(spec, info.defaultComposition);
  return planChanges(specSchemaOf(info.schema), present).map(value =>
    planOf(info, value),
  );
}

/** The other versions that run here; those that an existing instance cannot change to have the rule as the reason. */
export function versionChangesOf(
  info: ServiceInfo,
  spec: ClaimSpec = {},
): Schemas['Choice'][] {
  if (info.type !== 'instance') return [];
  const present = withComposition(spec, info.defaultComposition);
  return versionChanges(specSchemaOf(info.schema), present)
    .filter(({ value }) => !info.unavailable.service[value])
    .map(({ value, problem }) => ({
      value,
      title: versionTitleOf(info, value),
      available: problem === undefined,
      ...(problem && { reason: problem }),
    }));
}
