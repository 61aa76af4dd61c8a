/**
 * Earlier revisions of an export template, in an annotation of the template: written together with the change, so that
 * neither can exist without the other, and with no further rights; pure.
 */
import {
  readAPIServiceExportTemplate,
  type APIServiceExportTemplate,
  type PermissionClaim,
} from '@klutch/bind-api';
import equal from 'fast-deep-equal';
import { z } from 'zod';
import {
  audienceAnnotationNames,
  audienceFromStored,
  storedAudience,
  templateAudience,
  type TemplateAudience,
} from './templateAudience';

/** Annotation of a template (ours): its revisions as JSON, oldest first. */
export const historyAnnotation = 'klutch.anynines.com/template-history';

/** Revisions that are kept; as many as Kubernetes keeps of a DaemonSet. */
const limit = 10;

/** Half of what all annotations of an object may have. */
const maxLength = 128 * 1024;

/** What a change of a template changes. */
export interface TemplateState {
  /** Its permission claims. */
  claims: readonly PermissionClaim[];
  /** Who may bind. */
  audience: TemplateAudience;
}

/** Who wrote a state, and when; each as far as known. */
export interface TemplateWrite {
  /** RFC 3339. */
  at?: string;
  /** User on the control plane. */
  by?: string;
  /** The program, as the API server records it: `kubectl-edit`. */
  manager?: string;
}

/** A state with its number. */
export interface TemplateRevision extends TemplateState, TemplateWrite {
  /** From 1. */
  revision: number;
  /** False for a present state that is not in the annotation, because it was not written by {@link historyWith}. */
  recorded: boolean;
}

const names = z.array(z.string());

const recordedRevisions = z.array(
  z.object({
    revision: z.number().int().positive(),
    at: z.string().optional(),
    by: z.string().optional(),
    manager: z.string().optional(),
    claims: z.array(z.unknown()),
    audience: z.object({
      groups: names.optional(),
      users: names.optional(),
      issuers: names.optional(),
      namespaces: names.optional(),
    }),
  }),
);

/** An entry of `metadata.managedFields`, as far as it is used. */
interface ManagedFields {
  manager?: string;
  time?: string;
  subresource?: string;
  fieldsV1?: {
    'f:spec'?: unknown;
    'f:metadata'?: { 'f:annotations'?: Record<string, unknown> };
  };
}

const audienceFields = audienceAnnotationNames.map(name => `f:${name}`);

const setsState = ({ fieldsV1, subresource }: ManagedFields): boolean =>
  !subresource &&
  (fieldsV1?.['f:spec'] !== undefined ||
    audienceFields.some(
      field => fieldsV1?.['f:metadata']?.['f:annotations']?.[field],
    ));

/**
 * The program that wrote the present state, after a recorded one. Unknown for a program that only removed fields: the
 * API server names owners of fields that exist.
 */
function lastWrite(
  { metadata }: Pick<APIServiceExportTemplate, 'metadata'>,
  recorded: TemplateRevision | undefined,
): TemplateWrite {
  const entries = ((metadata.managedFields ?? []) as ManagedFields[])
    .filter(setsState)
    .sort((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  const own = entries.find(({ manager }) => manager === recorded?.manager);
  const newest = entries.find(
    entry => entry !== own && (entry.time ?? '') >= (own?.time ?? ''),
  );
  const { manager, time: at } = newest ?? {};
  return { ...(at && { at }), ...(manager && { manager }) };
}

/** Claims that this version can read; undefined for others. */
function readClaims(
  template: APIServiceExportTemplate,
  claims: unknown[],
): readonly PermissionClaim[] | undefined {
  const { apiVersion, kind, spec } = template;
  const read = readAPIServiceExportTemplate({
    apiVersion,
    kind,
    metadata: {},
    spec: { ...spec, permissionClaims: claims },
  });
  return read.ok ? (read.value.spec.permissionClaims ?? []) : undefined;
}

/** The contents of the annotation, which anybody who may write the template can damage: then there is no history. */
function readRecorded(template: APIServiceExportTemplate): TemplateRevision[] {
  const text = template.metadata.annotations?.[historyAnnotation];
  if (text === undefined) return [];
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return [];
  }
  const parsed = recordedRevisions.safeParse(json);
  return (parsed.data ?? []).flatMap(({ claims: raw, ...revision }) => {
    const claims = readClaims(template, raw);
    const audience = audienceFromStored(revision.audience);
    return claims ? [{ ...revision, audience, claims, recorded: true }] : [];
  });
}

/** What the template declares at present. */
export const templateState = (
  template: APIServiceExportTemplate,
): TemplateState => ({
  claims: template.spec.permissionClaims ?? [],
  audience: templateAudience(template),
});

/**
 * All known revisions, oldest first; the last is the present state. A state that was written without the annotation,
 * for example with kubectl, is the last one with `recorded: false`; of several such states, only the last is known.
 *
 * @param template - with `managedFields`, which name the program of such a state
 */
export function templateRevisions(
  template: APIServiceExportTemplate,
): TemplateRevision[] {
  const recorded = readRecorded(template);
  const state = templateState(template);
  const last = recorded.at(-1);
  if (last && equal(state, { claims: last.claims, audience: last.audience })) {
    return recorded;
  }
  const revision = (last?.revision ?? 0) + 1;
  return [
    ...recorded,
    { revision, ...lastWrite(template, last), ...state, recorded: false },
  ];
}

const toJson = (revisions: readonly TemplateRevision[]): string =>
  JSON.stringify(
    revisions.map(({ recorded: _recorded, audience, ...rest }) => ({
      ...rest,
      audience: storedAudience(audience),
    })),
  );

/**
 * The annotation for a template that changes to a state: the known revisions, and the new one. The oldest are left out
 * where there are more than ten, or where they need too much space.
 *
 * @param template - the present template, undefined for a new one
 * @param next - with the API server's defaults, as in the response to a dry run
 */
export function historyWith(
  template: APIServiceExportTemplate | undefined,
  next: TemplateState,
  write: TemplateWrite,
): string {
  const known = template ? templateRevisions(template) : [];
  const revision = (known.at(-1)?.revision ?? 0) + 1;
  const { claims, audience } = next;
  let kept = [
    ...known,
    { revision, ...write, claims, audience, recorded: true },
  ].slice(-limit);
  while (kept.length > 1 && toJson(kept).length > maxLength) {
    kept = kept.slice(1);
  }
  return toJson(kept);
}
