/** The APIs of a control plane, and the one that a user names. */
import { isOfferable, offeredType, suggestedClaims } from '@klutch/bind-api';
import {
  core,
  type CustomResourceDefinition,
  type KubeClient,
} from '@klutch/kube';

/** APIs that can be offered, by name. The CRDs of a control plane may be megabytes. */
export async function listOfferable(
  client: KubeClient,
): Promise<CustomResourceDefinition[]> {
  const { items } = await client.list(core.customResourceDefinitions);
  return items
    .filter(crd => isOfferable(crd) && !crd.metadata.deletionTimestamp)
    .sort((a, b) =>
      (a.metadata.name ?? '').localeCompare(b.metadata.name ?? ''),
    );
}

/** Names under which kubectl knows the objects of a CRD. */
const namesOf = ({ metadata, spec }: CustomResourceDefinition): string[] => {
  const { plural, singular, kind, shortNames = [] } = spec.names;
  return [metadata.name ?? '', plural, singular ?? '', kind, ...shortNames].map(
    name => name.toLowerCase(),
  );
};

/**
 * The API with this name, plural, singular, kind or short name.
 *
 * @throws Error when there is none, or several
 */
export function findOfferable(
  crds: readonly CustomResourceDefinition[],
  name: string,
): CustomResourceDefinition {
  const wanted = name.toLowerCase();
  const found = crds.filter(crd => namesOf(crd).includes(wanted));
  const exact = found.find(({ metadata }) => metadata.name === wanted);
  const [first, ...others] = exact ? [exact] : found;
  if (!first) {
    throw new Error(
      `The control plane has no API "${name}" that can be offered. Choose one of "kubectl klutch templates list --available"; only namespaced APIs can be offered.`,
    );
  }
  if (others.length === 0) return first;
  const all = found.map(({ metadata }) => metadata.name).join(', ');
  throw new Error(`"${name}" names several APIs. Choose one: ${all}.`);
}

/** Claims that the API needs, as the portal suggests them. */
export const suggestedClaimsOf = ({
  metadata,
  spec,
}: CustomResourceDefinition) =>
  suggestedClaims(offeredType(metadata.annotations ?? {}, spec.names.plural));

/** Versions that the CRD serves. */
export const servedVersions = ({ spec }: CustomResourceDefinition): string =>
  spec.versions
    .filter(({ served }) => served)
    .map(({ name }) => name)
    .join(',');
