/** Tells the portal what this control plane cannot run, and why: an annotation on the APIs, made from what the provider says. */
import {
  claimChoices,
  specSchemaOf,
} from '@klutch/backstage-plugin-klutch-common';
import type { CompositeResourceDefinition } from '@klutch/crossplane';
import { availability } from '@klutch/provider-local';

const KIND = 'klutch.anynines.com/kind';
const UNAVAILABLE = 'klutch.anynines.com/unavailable';

type Reasons = Record<string, string>;

/** Values that no partner makes available, each with the reason. */
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
 * Adds `klutch.anynines.com/unavailable` to the instance APIs: `{ service: { value: reason }, plan: { value: reason } }`.
 * Crossplane copies it to the CRDs, where the portal reads it.
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
