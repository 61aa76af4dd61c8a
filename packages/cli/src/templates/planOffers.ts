/** What an apply of offers would change, by server-side dry-run; nothing is written. */
import {
  apiName,
  bindResources,
  type APIServiceExportTemplate,
} from '@klutch/bind-api';
import {
  findTemplate,
  missingPolicy,
  templateApi,
  type AffectedExport,
} from '@klutch/binding-backend';
import {
  core,
  errorMessage,
  resourceName,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '@klutch/kube';
import { stringify } from 'yaml';
import { fieldManager } from '../cluster/fieldManager';
import { errorRemedy } from '../doctor/errorFinding';
import { exportsAffectedBy } from './affectedExports';
import type { Offer } from './readOffers';

/** One object of an offer. */
export interface ObjectChange {
  /** As kubectl names it, with its namespace if it has one. */
  name: string;
  /** YAML of the object in the cluster, without what only the API server writes; empty when there is none. */
  before: string;
  /** As `before`, after an apply. */
  after: string;
  /** The object after an apply. */
  object: KubeObject;
  /** Writes the object. */
  apply(): Promise<KubeObject>;
}

/** The objects of an offer in the order of an apply, and the exports that the change affects. */
export interface OfferChange {
  /** `<plural>.<group>`. */
  api: string;
  changes: ObjectChange[];
  affected: AffectedExport[];
}

/** Whether an apply would change the object. */
export const isChanged = ({ before, after }: ObjectChange): boolean =>
  before !== after;

/** What users write of an object, with fields in a fixed order. */
function comparableText(object: KubeObject | undefined): string {
  if (!object) return '';
  const { status: _status, ...rest } = object as KubeObject & {
    status?: unknown;
  };
  const { annotations, labels, name, namespace } = object.metadata;
  const metadata = { annotations, labels, name, namespace };
  // Servers return fields in an order of their own.
  return stringify(
    JSON.parse(JSON.stringify({ ...rest, metadata })) as object,
    { sortMapEntries: true },
  );
}

async function planObject(
  client: KubeClient,
  resource: Resource<KubeObject>,
  intent: KubeObject,
): Promise<ObjectChange> {
  const { namespace, name = '' } = intent.metadata;
  const singular = resource.kind.toLowerCase();
  const options = { fieldManager, force: true, strictFields: true };
  const [live, object] = await Promise.all([
    client.get(resource, { namespace, name }),
    client.apply(resource, intent, { ...options, dryRun: true }),
  ]);
  return {
    name: `${resourceName({ ...resource, plural: singular })}/${name}`,
    before: comparableText(live),
    after: comparableText(object),
    object,
    apply: () => client.apply(resource, intent, options),
  };
}

/** @returns why another template makes this one useless, or the policy that its claims need */
async function problemOf(
  client: KubeClient,
  { template }: Offer,
): Promise<string | undefined> {
  const { items } = await client.list(bindResources.templates);
  const { name, namespace } = template.metadata;
  const other = findTemplate(
    items.filter(
      ({ metadata }) =>
        metadata.name !== name || metadata.namespace !== namespace,
    ),
    templateApi(template),
  );
  return other
    ? `${apiName(templateApi(template))} is offered already, by template ${other.metadata.namespace}/${other.metadata.name}. Change that one.`
    : missingPolicy(client, template);
}

async function planOffer(
  client: KubeClient,
  offer: Offer,
): Promise<OfferChange> {
  const { template, roles } = offer;
  const problem = await problemOf(client, offer);
  if (problem) throw new Error(problem);
  const changes: ObjectChange[] = [];
  for (const role of roles) {
    changes.push(await planObject(client, core.clusterRoles, role));
  }
  const change = await planObject(client, bindResources.templates, template);
  // With the API server's defaults, as exports have them.
  const stored = change.object as APIServiceExportTemplate;
  changes.push(change);
  return {
    api: apiName(templateApi(template)),
    changes,
    affected: changes.some(isChanged)
      ? await exportsAffectedBy(client, stored)
      : [],
  };
}

/**
 * Lets the API server check all offers.
 *
 * @throws Error that names each offer that is refused
 */
export async function planOffers(
  client: KubeClient,
  offers: readonly Offer[],
): Promise<OfferChange[]> {
  const planned: OfferChange[] = [];
  const problems: string[] = [];
  for (const offer of offers) {
    try {
      planned.push(await planOffer(client, offer));
    } catch (error) {
      const remedy = errorRemedy(error);
      problems.push(
        `${offer.template.metadata.name}: ${errorMessage(error)}${remedy ? `. ${remedy}` : ''}`,
      );
    }
  }
  if (problems.length === 0) return planned;
  throw new Error(`Nothing was changed.\n${problems.join('\n')}`);
}
