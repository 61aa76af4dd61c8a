/** The exports that a change of an export template affects. */
import {
  apiName,
  bindResources,
  type APIServiceExportTemplate,
  type PermissionClaim,
} from '@klutch/bind-api';
import {
  affectedExport,
  templateApi,
  type AffectedExport,
} from '@klutch/binding-backend';
import type { KubeClient } from '@klutch/kube';
import { claimsText } from './claimText';

/** Reads the exports of the template's API. */
export async function exportsAffectedBy(
  client: KubeClient,
  template: APIServiceExportTemplate,
): Promise<AffectedExport[]> {
  const { items } = await client.list(bindResources.exports, {
    fieldSelector: `metadata.name=${apiName(templateApi(template))}`,
  });
  return items.map(item => affectedExport(item, template));
}

/** Cluster namespaces by the text of their claims; those without claims are left out. */
function byClaims(
  affected: readonly AffectedExport[],
  claimsOf: (one: AffectedExport) => PermissionClaim[],
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const one of affected) {
    const claims = claimsOf(one);
    if (claims.length === 0) continue;
    const text = claimsText(claims);
    groups.set(text, [...(groups.get(text) ?? []), one.clusterNamespace]);
  }
  return groups;
}

/** Sentences about the app clusters that a changed API affects. */
export function affectedLines(
  api: string,
  affected: readonly AffectedExport[],
): string[] {
  if (affected.length === 0) return [`${api}: no app cluster has an export.`];
  const all = affected.map(({ clusterNamespace }) => clusterNamespace);
  return [
    `${api}: affects ${all.length} export(s), of app clusters ${all.join(', ')}.`,
    ...[...byClaims(affected, ({ added }) => added)].map(
      ([claims, clusters]) =>
        `${api}: claims ${claims} wait until they are accepted on ${clusters.join(', ')}. Users bind the API again there, or accept them in the portal.`,
    ),
    ...[...byClaims(affected, ({ changed }) => changed)].map(
      ([claims, clusters]) =>
        `${api}: claims ${claims} changed; ${clusters.join(', ')} keep what they accepted, as far as it is still claimed, until they accept the change.`,
    ),
    ...[...byClaims(affected, ({ removed }) => removed)].map(
      ([claims, clusters]) =>
        `${api}: claims ${claims} end on ${clusters.join(', ')}.`,
    ),
  ];
}
