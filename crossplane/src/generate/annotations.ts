/** The annotations by which the portal presents the API of a service's instances. */
import type { PlanFacts } from '../dataServices/DataService';

/** Title and resources of a plan. */
export interface PlanAnnotation extends PlanFacts {
  title: string;
  replicas?: number;
}

/** How the portal shows a parameter. */
export interface ParameterAnnotation {
  title?: string;
  /** Unit of the value, such as `ms`. */
  unit?: string;
  /** Title of the parameters that are shown together; they stand in the order of this record. */
  group?: string;
}

/** APIs of service bindings, backups and restores, each as `<plural>.<group>`. */
export interface RelatedApis {
  binding?: string;
  backup?: string;
  restore?: string;
}

/** What the portal shows of a service. */
export interface InstanceFacts {
  /** `spec.serviceInstanceType` of service bindings, backups and restores. */
  serviceType: string;
  /** The related APIs that the service has. */
  relatedApis: RelatedApis;
  title: string;
  description: string;
  /** A data URI. */
  icon: string;
  docsUrl?: string;
  /** Titles of the values of `spec.service`. */
  services: Readonly<Record<string, string>>;
  plans: readonly (readonly [name: string, plan: PlanAnnotation])[];
  parameters: readonly (readonly [
    name: string,
    parameter: ParameterAnnotation,
  ])[];
}

/** JSON with a line for each entry, so that a change of one entry is a change of one line. */
function jsonLines(entries: readonly (readonly [string, object])[]): string {
  const lines = entries.map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** The annotations, with keys without the prefix `klutch.anynines.com/`. */
export function instanceAnnotations(
  facts: InstanceFacts,
): Record<string, string> {
  const parameters = facts.parameters.filter(
    ([, { title, unit, group }]) => title ?? unit ?? group,
  );
  return {
    kind: 'instance',
    'service-type': facts.serviceType,
    ...(Object.keys(facts.relatedApis).length > 0 && {
      'related-apis': JSON.stringify(facts.relatedApis),
    }),
    title: facts.title,
    description: facts.description,
    icon: facts.icon,
    ...(facts.docsUrl && { docs: facts.docsUrl }),
    ...(Object.keys(facts.services).length > 0 && {
      services: JSON.stringify(facts.services),
    }),
    plans: jsonLines(facts.plans),
    ...(parameters.length > 0 && { parameters: jsonLines(parameters) }),
  };
}
