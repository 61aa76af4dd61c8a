/**
 * Reads the claims' APIs from discovery and OpenAPI v3, which every signed-in user may read; reading CRDs would need
 * a ClusterRole of its own.
 */
import type { ClaimSchema } from '@klutch/backstage-plugin-klutch-common';
import type { KubeClient } from '@klutch/kube';
import { claimApiOf, type ApiResource, type ClaimApi } from './ClaimApi';

interface ApiGroupList {
  groups?: { name: string; preferredVersion: { version: string } }[];
}

interface OpenApi {
  components?: {
    schemas?: Record<
      string,
      ClaimSchema & {
        'x-kubernetes-group-version-kind'?: {
          group: string;
          version: string;
          kind: string;
        }[];
      }
    >;
  };
}

/** Groups of Kubernetes and of the platform itself. */
const isServiceGroup = (group: string) =>
  group.includes('.') &&
  !/(^|\.)(klutch\.anynines\.com|crossplane\.io|k8s\.io)$/.test(group);

async function apisOfGroup(
  client: KubeClient,
  { group, version }: { group: string; version: string },
  signal?: AbortSignal,
): Promise<ClaimApi[]> {
  const read = (path: string) =>
    client.raw('GET', `${path}/${group}/${version}`, undefined, { signal });
  const [discovered, openApi] = (await Promise.all([
    read('/apis'),
    read('/openapi/v3/apis'),
  ])) as [{ resources?: ApiResource[] }, OpenApi];
  const schemas = Object.values(openApi.components?.schemas ?? {});
  return (discovered.resources ?? [])
    .filter(({ name }) => !name.includes('/'))
    .flatMap(resource => {
      const schema = schemas.find(candidate =>
        candidate['x-kubernetes-group-version-kind']?.some(
          type => type.kind === resource.kind && type.version === version,
        ),
      );
      return (schema && claimApiOf({ group, version }, resource, schema)) ?? [];
    });
}

/** The APIs whose objects are claims, ordered by plural. */
export async function discoverApis(
  client: KubeClient,
  signal?: AbortSignal,
): Promise<ClaimApi[]> {
  const answer = await client.raw('GET', '/apis', undefined, { signal });
  const { groups = [] } = answer as ApiGroupList;
  const apis = await Promise.all(
    groups
      .filter(({ name }) => isServiceGroup(name))
      .map(({ name, preferredVersion: { version } }) =>
        apisOfGroup(client, { group: name, version }, signal),
      ),
  );
  return apis.flat().sort((a, b) => a.plural.localeCompare(b.plural));
}
