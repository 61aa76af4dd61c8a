/** The APIs that can be bound: export templates whose type exists, with texts for users. */
import {
  apiName,
  bindResources,
  type APIServiceExportTemplate,
  type ApiResource,
  type CustomResourceDefinition,
  type PermissionClaim,
} from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
import { offerAnnotations } from '../backendNames';
import { BindingError } from '../errors/BindingError';
import { policyOf, type Audience, type Policy } from '../policy/mayBind';
import { findTemplate, templateApi } from '../apiResource';
import { titleOfKind } from './titleOfKind';

/** One API that can be bound. */
export interface Offer {
  /** The offered API. */
  api: ApiResource;
  /** Display name. */
  title: string;
  /** Empty without a description in the CRD. */
  description: string;
  /** What app clusters are asked to accept together with the API. */
  claims: readonly PermissionClaim[];
  /** Who may bind it. */
  policy: Policy;
}

/** The offer of a template, given the CRD of the offered type; undefined for a type that cannot be bound. */
export const offerOf = (
  template: APIServiceExportTemplate,
  crd: CustomResourceDefinition | undefined,
  audience: Audience,
): Offer | undefined => {
  const bindable =
    crd && !crd.metadata.deletionTimestamp && crd.spec.scope === 'Namespaced';
  if (!bindable) return undefined;
  const annotations = crd.metadata.annotations ?? {};
  return {
    api: templateApi(template),
    title:
      annotations[offerAnnotations.title] || titleOfKind(crd.spec.names.kind),
    description: annotations[offerAnnotations.description] ?? '',
    claims: template.spec.permissionClaims ?? [],
    policy: policyOf(template, audience),
  };
};

/** One message for a denied and for a missing API, so that it does not reveal which templates exist. */
export const notOffered = (name: string): BindingError =>
  new BindingError(
    'NotOffered',
    `${name} is not offered to you. Ask a platform operator to offer it, or for the right to bind it; existing use continues.`,
  );

const byTitle = (a: Offer, b: Offer) =>
  a.title.localeCompare(b.title, 'en-US') ||
  (apiName(a.api) < apiName(b.api) ? -1 : 1);

/** Source of all current offers, without regard to who may bind them. */
export interface OfferSource {
  /**
   * Offers by title.
   * @param only - restricts the result to these APIs
   */
  offers(only?: readonly ApiResource[]): Promise<Offer[]>;
}

/**
 * Reads the offers of a control plane cluster. The CRDs are read one by one, because all CRDs of a cluster are
 * megabytes.
 */
export const offerSource = (
  client: KubeClient,
  audience: Audience,
): OfferSource => ({
  async offers(only) {
    const { items } = await client.list(bindResources.templates);
    const apis = new Map(
      (only ?? items.map(templateApi)).map(api => [apiName(api), api]),
    );
    const found = await Promise.all(
      [...apis].map(async ([name, api]) => {
        const template = findTemplate(items, api);
        if (!template) return undefined;
        const crd = await client.get(core.customResourceDefinitions, { name });
        return offerOf(template, crd, audience);
      }),
    );
    return found.filter(offer => offer !== undefined).sort(byTitle);
  },
});
