/** What the wizard collects, and what becomes of it: the claim, its YAML, the command. */
import { stringify } from 'yaml';
import type { FieldCause } from '../api/KlutchError';
import type { ClaimRequest, Namespace, ServiceDetail } from '../api/types';

/** The answers given so far; empty strings are answers not given yet. */
export interface Draft {
  cluster: string;
  namespace: string;
  name: string;
  version: string;
  plan: string;
  /** `spec.parameters`, without what is left at its default. */
  parameters: Record<string, unknown>;
}

export type WizardStep = 'where' | 'what' | 'review';
export const wizardSteps: readonly WizardStep[] = ['where', 'what', 'review'];

/** The first draft: what the link presets, where it is possible, and what there is only one of. */
export function initialDraft(
  service: ServiceDetail,
  preset: URLSearchParams,
): Draft {
  const bound = service.clusters.filter(cluster => cluster.bound);
  const versions = service.versions.filter(version => version.available);
  const pick = (values: string[], wanted: string | null) =>
    values.find(value => value === wanted) ??
    (values.length === 1 ? values[0] : undefined) ??
    '';
  return {
    cluster: pick(
      bound.map(cluster => cluster.id),
      preset.get('cluster'),
    ),
    namespace: preset.get('namespace') ?? '',
    name: preset.get('name') ?? '',
    version: pick(
      versions.map(version => version.value),
      preset.get('version'),
    ),
    plan: pick(
      service.plans.filter(plan => plan.available).map(plan => plan.value),
      preset.get('plan'),
    ),
    parameters: {},
  };
}

/** The namespace to order in, once those of the app cluster are known: the wanted one, else the only one, else none yet. */
export function pickNamespace(namespaces: Namespace[], wanted: string): string {
  const writable = namespaces.filter(item => item.writable);
  const only = writable.length === 1 ? writable[0]?.name : undefined;
  return writable.some(item => item.name === wanted) ? wanted : (only ?? '');
}

function isGiven(value: unknown): boolean {
  if (value === undefined || value === null || value === '') {
    return false;
  }
  return !(Array.isArray(value) && value.length === 0);
}

/** The settings that were really given: forms leave empty fields behind. */
export function givenParameters(
  parameters: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => isGiven(value)),
  );
}

/**
 * The claim that the draft asks for. The composition is always named: rules of the services read it without asking
 * whether it is there.
 */
export function toClaimRequest(
  service: ServiceDetail,
  draft: Draft,
): ClaimRequest {
  const parameters = givenParameters(draft.parameters);
  return {
    cluster: draft.cluster,
    namespace: draft.namespace,
    resource: service.resource,
    name: draft.name,
    spec: {
      ...(draft.version && { service: draft.version }),
      ...(draft.plan && { plan: draft.plan }),
      ...(Object.keys(parameters).length > 0 && { parameters }),
      ...(service.defaultComposition && {
        compositionRef: { name: service.defaultComposition },
      }),
    },
  };
}

/** The claim as YAML. */
export function toYaml(service: ServiceDetail, request: ClaimRequest): string {
  return stringify({
    apiVersion: service.apiVersion,
    kind: service.kind,
    metadata: { name: request.name, namespace: request.namespace },
    spec: request.spec,
  });
}

/** The same order without the portal. */
export function toKubectl(yaml: string, cluster: string): string {
  return `kubectl --context ${cluster} apply -f - <<'EOF'\n${yaml}EOF`;
}

const stepOfField: [prefix: string, step: WizardStep, key: keyof Draft][] = [
  ['metadata.name', 'where', 'name'],
  ['metadata.namespace', 'where', 'namespace'],
  ['spec.service', 'what', 'version'],
  ['spec.plan', 'what', 'plan'],
  ['spec.parameters', 'what', 'parameters'],
];

/** Where in the wizard a field of the claim is answered; undefined for fields that the wizard does not ask for. */
export function placeOfField(
  field: string | undefined,
): { step: WizardStep; key: keyof Draft } | undefined {
  const place = stepOfField.find(
    ([prefix]) => field === prefix || field?.startsWith(`${prefix}.`),
  );
  return place && { step: place[1], key: place[2] };
}

/** What the clusters said about one answer, as one text. */
export function causeOf(
  causes: FieldCause[],
  key: keyof Draft,
): string | undefined {
  const messages = causes
    .filter(cause => placeOfField(cause.field)?.key === key)
    .map(cause => cause.message);
  return messages.length > 0 ? messages.join(' ') : undefined;
}
