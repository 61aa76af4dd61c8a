/** Export templates from a file: all documents are checked before any is used. */
import {
  bindResources,
  names,
  readAPIServiceExportTemplate,
  type APIServiceExportTemplate,
} from '@klutch/bind-api';
import { templateRoles } from '@klutch/binding-backend';
import type { ClusterRole } from '@klutch/kube';
import { parseAllDocuments } from 'yaml';
import { readSource } from '../readSource';

/** An export template with its roles, which are applied first. */
export interface Offer {
  template: APIServiceExportTemplate;
  roles: readonly ClusterRole[];
}

interface Document {
  kind?: unknown;
  items?: unknown;
  metadata?: { name?: unknown };
}

/** The objects of a file; those of a `List` one by one. */
function parseObjects(source: string): unknown[] {
  return parseAllDocuments(source).flatMap((document, index) => {
    const [error] = document.errors;
    if (error) {
      throw new Error(
        `Document ${index + 1} is neither YAML nor JSON, so nothing was done: ${error.message}`,
      );
    }
    const object: unknown = document.toJS();
    const { kind, items } = (object ?? {}) as Document;
    if (kind === 'List' && Array.isArray(items)) return items as unknown[];
    return object === null ? [] : [object];
  });
}

const isRole = (object: unknown): object is Document =>
  (object as Document | null)?.kind === 'ClusterRole';

function readTemplate(
  object: unknown,
  namespace: string,
): { template: APIServiceExportTemplate } | { problem: string } {
  const kind = (object as Document | null)?.kind;
  if (kind !== bindResources.templates.kind) {
    return {
      problem: `Its kind is ${JSON.stringify(kind ?? null)}. Only ${bindResources.templates.kind} of ${names.templateApiVersion}, and the ClusterRoles of these templates, are accepted.`,
    };
  }
  const read = readAPIServiceExportTemplate(object);
  if (!read.ok) return { problem: read.error };
  const { apiVersion, metadata, spec } = read.value;
  const { annotations, labels, name } = metadata;
  if (!name) return { problem: 'It has no metadata.name.' };
  // Objects that were read from a cluster have fields that only the API server writes.
  return {
    template: {
      apiVersion,
      kind: bindResources.templates.kind,
      metadata: {
        name,
        namespace: metadata.namespace ?? namespace,
        ...(labels && { labels }),
        ...(annotations && { annotations }),
      },
      spec,
    },
  };
}

/**
 * The offers of objects. Their roles follow from the claims of the templates, whatever the roles among the objects are.
 *
 * @param namespace - of templates without one
 * @throws Error that names each object that is not accepted
 */
export function offersOf(
  objects: readonly unknown[],
  namespace: string,
): Offer[] {
  const read = objects.map(object =>
    isRole(object) ? { role: object } : readTemplate(object, namespace),
  );
  const offers = read.flatMap(one =>
    'template' in one
      ? [{ template: one.template, roles: templateRoles(one.template) }]
      : [],
  );
  const expected = new Set(
    offers.flatMap(({ roles }) => roles.map(({ metadata }) => metadata.name)),
  );
  const problems = read.flatMap((one, index) => {
    const where = `Document ${index + 1}`;
    if ('problem' in one) return [`${where}: ${one.problem}`];
    if (!('role' in one)) return [];
    const name = String(one.role.metadata?.name);
    return expected.has(name)
      ? []
      : [
          `${where}: ClusterRole ${name} does not belong to a template of this file.`,
        ];
  });
  if (problems.length > 0) {
    throw new Error(
      `Nothing was done, because not all documents are accepted:\n${problems.join('\n')}`,
    );
  }
  return offers;
}

/**
 * The offers of a file, as {@link offersOf}.
 *
 * @throws Error when there are none, too
 */
export function parseOffers(source: string, namespace: string): Offer[] {
  const offers = offersOf(parseObjects(source), namespace);
  if (offers.length > 0) return offers;
  throw new Error(
    `The file has no ${bindResources.templates.kind}. Make one with "kubectl klutch templates create <api>".`,
  );
}

/**
 * Reads a file, or standard input for `-`.
 *
 * @throws Error when the file cannot be read, or as {@link parseOffers}
 */
export const readOffers = async (
  file: string,
  namespace: string = names.templateNamespace,
): Promise<Offer[]> => parseOffers(await readSource(file), namespace);
