/** What the wizard collects, and what becomes of it: the claim, its YAML, the command. */
import { stringify } from 'yaml';
import type { FieldCause } from '../api/KlutchError';
import type { ClaimRequest, Namespace, ServiceDetail } from '../api/types';
import {
  hasOwnControl,
  isSetting,
  type OrderedService,
} from './settingsSchema';

/** The answers given so far; empty strings are answers not given yet. */
export interface Draft {
  cluster: string;
  namespace: string;
  name: string;
  version: string;
  plan: string;
  /** What the form of the settings holds; only that form reads it. */
  form: Record<string, unknown>;
  /** All other fields of `spec`, without what is left at its default: what the form means. */
  settings: Record<string, unknown>;
}

/** What people are asked for. */
export type DraftField = Exclude<keyof Draft, 'form'>;

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
    form: {},
    settings: {},
  };
}

/** The namespace to order in, once those of the app cluster are known: the wanted one, else the only one, else none yet. */
export function pickNamespace(namespaces: Namespace[], wanted: string): string {
  const writable = namespaces.filter(item => item.writable);
  const only = writable.length === 1 ? writable[0]?.name : undefined;
  return writable.some(item => item.name === wanted) ? wanted : (only ?? '');
}

/**
 * The claim that the draft asks for. The composition is always named: rules of the services read it without asking
 * whether it is there.
 */
export function toClaimRequest(
  service: ServiceDetail,
  draft: Draft,
): ClaimRequest {
  const { settings } = draft;
  return {
    cluster: draft.cluster,
    namespace: draft.namespace,
    resource: service.resource,
    name: draft.name,
    spec: {
      ...(draft.version && { service: draft.version }),
      ...(draft.plan && { plan: draft.plan }),
      ...settings,
      ...(service.defaultComposition &&
        !settings.compositionRef && {
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

const fieldSteps: [prefix: string, step: WizardStep, key: DraftField][] = [
  ['metadata.name', 'where', 'name'],
  ['metadata.namespace', 'where', 'namespace'],
];

/** Where in the wizard a field of the claim is answered; undefined for fields that the wizard does not ask for. */
export function stepForField(
  field: string | undefined,
  service: OrderedService,
): { step: WizardStep; key: DraftField } | undefined {
  const match = fieldSteps.find(
    ([prefix]) => field === prefix || field?.startsWith(`${prefix}.`),
  );
  if (match) return { step: match[1], key: match[2] };
  const name = field && /^spec\.([^.[]+)/.exec(field)?.[1];
  if (!name) return undefined;
  if (hasOwnControl(name, service)) {
    return { step: 'what', key: name === 'service' ? 'version' : 'plan' };
  }
  return isSetting(name, service)
    ? { step: 'what', key: 'settings' }
    : undefined;
}

/** What the clusters said about one answer, as one text. */
export function causeMessage(
  causes: FieldCause[],
  key: DraftField,
  service: OrderedService,
): string | undefined {
  const messages = causes
    .filter(cause => stepForField(cause.field, service)?.key === key)
    .map(cause => cause.message);
  return messages.length > 0 ? messages.join(' ') : undefined;
}
