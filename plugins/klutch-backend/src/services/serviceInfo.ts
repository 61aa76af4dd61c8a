/** An offered or bound API as the portal knows it: from its CRD on the control plane, and its XRD where there is one. */
import {
  claimChoices,
  specSchemaOf,
  type ClaimSchema,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type { CustomResourceDefinition, KubeObject } from '@klutch/kube';
import { apiName, type ApiDescriptor } from '../inventory/api';
import { readCrdAnnotations, type ServiceFacts } from './crdAnnotations';

/** Everything the portal knows of an API. */
export interface ServiceInfo extends ServiceFacts {
  api: ApiDescriptor;
  /** `<plural>.<group>` */
  resource: string;
  /** Schema of the claim. */
  schema: ClaimSchema;
  /** What `spec.compositionRef.name` is to be when nobody says. */
  defaultComposition?: string;
}

/** A Crossplane CompositeResourceDefinition, as far as it says which composition claims get. */
export type Xrd = KubeObject & {
  spec?: {
    group?: string;
    claimNames?: { plural?: string };
    defaultCompositionRef?: { name?: string };
    enforcedCompositionRef?: { name?: string };
  };
};

/** Types of the platform itself; nobody orders them. */
const platformGroups = /(^|\.)(klutch\.anynines\.com|crossplane\.io|k8s\.io)$/;

/** Whether an API can be offered: its objects live in namespaces, and it is no part of the platform. */
export function isOfferable({ spec }: CustomResourceDefinition): boolean {
  return spec.scope === 'Namespaced' && !platformGroups.test(spec.group);
}

/** The version to talk in: the stored one if it is served. */
export function servedVersion(
  crd: CustomResourceDefinition,
): CustomResourceDefinition['spec']['versions'][number] | undefined {
  const served = crd.spec.versions.filter(version => version.served);
  return served.find(version => version.storage) ?? served[0];
}

/** The API of a CRD; undefined when it serves no version. */
export function apiOfCrd(
  crd: CustomResourceDefinition,
): ApiDescriptor | undefined {
  const version = servedVersion(crd)?.name;
  const { group, names } = crd.spec;
  return version
    ? { group, version, plural: names.plural, kind: names.kind }
    : undefined;
}

/** The composition that claims of an API get when they name none. */
export function compositionOf(
  api: Pick<ApiDescriptor, 'group' | 'plural'>,
  xrds: readonly Xrd[],
): string | undefined {
  const xrd = xrds.find(
    ({ spec }) =>
      spec?.group === api.group && spec.claimNames?.plural === api.plural,
  );
  return (
    xrd?.spec?.enforcedCompositionRef?.name ??
    xrd?.spec?.defaultCompositionRef?.name
  );
}

const factsOfCrd = new WeakMap<CustomResourceDefinition, ServiceFacts>();

/** Objects of a cache are never changed, so what was read from one stays true. */
function factsOf(
  crd: CustomResourceDefinition,
  api: ApiDescriptor,
): ServiceFacts {
  const known = factsOfCrd.get(crd);
  if (known) return known;
  const facts = readCrdAnnotations(crd.metadata.annotations ?? {}, api);
  factsOfCrd.set(crd, facts);
  return facts;
}

/** What is known of an API; undefined when its CRD serves no version. */
export function serviceInfo(
  crd: CustomResourceDefinition,
  xrds: readonly Xrd[],
): ServiceInfo | undefined {
  const api = apiOfCrd(crd);
  if (!api) return undefined;
  const defaultComposition = compositionOf(api, xrds);
  return {
    ...factsOf(crd, api),
    api,
    resource: apiName(api),
    schema: (servedVersion(crd)?.schema?.openAPIV3Schema ?? {}) as ClaimSchema,
    ...(defaultComposition && { defaultComposition }),
  };
}

/** For claims whose API the control plane does not tell about at the moment. */
export function unknownService(api: ApiDescriptor): ServiceInfo {
  return {
    ...readCrdAnnotations({}, api),
    api,
    resource: apiName(api),
    schema: {},
  };
}

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

/** The versions that a form offers. */
export function versionsOf(info: ServiceInfo): Schemas['Choice'][] {
  return choicesOf(info).service.map(value =>
    choice(value, versionTitle(value, info.title), info.unavailable.service),
  );
}

/** The plans that a form offers, with what they give. */
export function plansOf(info: ServiceInfo): Schemas['Plan'][] {
  return choicesOf(info).plan.map(value => ({
    ...choice(value, planTitle(value, info.serviceType), info.unavailable.plan),
    ...info.plans[value],
  }));
}
