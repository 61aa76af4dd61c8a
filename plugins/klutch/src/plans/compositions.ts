/** The compositions of a service, and what it has with each. */
import {
  claimChoices,
  compositionChoices,
  specSchemaOf,
} from '@klutch/backstage-plugin-klutch-common';
import type { ServiceDetail } from '../api/types';

/** The default composition first, and those that the rules of the API name. */
export function compositionsOf({
  schema,
  defaultComposition,
}: ServiceDetail): string[] {
  const choices = compositionChoices(specSchemaOf(schema));
  return defaultComposition
    ? [...new Set([defaultComposition, ...choices])]
    : choices;
}

/** The compositions that people choose from; none where the settings have a field for any name instead. */
export function backendsOf(service: ServiceDetail): string[] {
  if (service.defaultComposition === undefined) return [];
  const compositions = compositionsOf(service);
  return compositions.length > 1 ? compositions : [];
}

/** The composition that a spec or its settings name. */
export function compositionIn({
  compositionRef,
}: Record<string, unknown>): string | undefined {
  return typeof compositionRef === 'object' &&
    compositionRef !== null &&
    'name' in compositionRef &&
    typeof compositionRef.name === 'string'
    ? compositionRef.name
    : undefined;
}

/** The service with the versions and plans of a composition; default: its own default. */
export function withComposition(
  service: ServiceDetail,
  composition: string | undefined,
): ServiceDetail {
  const { otherPlans = [], otherVersions = [], defaultComposition } = service;
  if (!composition || composition === defaultComposition) return service;
  const choices = claimChoices(specSchemaOf(service.schema), { composition });
  // Rules refuse a composition that does not exist; the settings say so.
  if (choices.service.length + choices.plan.length === 0) return service;
  return {
    ...service,
    versions: [...service.versions, ...otherVersions].filter(({ value }) =>
      choices.service.includes(value),
    ),
    plans: [...service.plans, ...otherPlans].filter(({ value }) =>
      choices.plan.includes(value),
    ),
  };
}
