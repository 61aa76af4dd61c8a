/** The portal's REST API with services, app clusters and instances that tests change. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { appCluster, service } from './fixtures';

const asRequest = (input: Request | URL | string) =>
  input instanceof Request ? input : new Request(input);

export class FakePortal {
  version = 1;
  services: Schemas['ServiceDetail'][] = [service()];
  appClusters = [appCluster('apps-dev')];
  claims: Schemas['Claim'][] = [];
  /** Ids of app clusters whose lists may lack instances. */
  readonly incomplete = new Set<string>();
  isControlPlaneReachable = true;
  /** First parts of the paths that answer with an error. */
  readonly failing = new Set<string>();
  /** Services that are listed and have no page. */
  readonly notFound = new Set<string>();
  /** Paths of the answered requests. */
  readonly requests: string[] = [];
  /** Called before a response is sent, but after its content is determined. */
  delay: (path: string) => Promise<void> = async () => {};

  readonly fetch: typeof fetch = async input => {
    const { pathname, searchParams } = new URL(asRequest(input).url);
    const path = pathname.replace('/api/klutch', '');
    this.requests.push(path);
    const [, first = ''] = path.split('/');
    const body = this.failing.has(first)
      ? undefined
      : this.#answer(path, searchParams);
    const text = JSON.stringify(
      body ?? { error: { name: 'ServiceUnavailableError', message: 'away' } },
    );
    await this.delay(path);
    const isMissing = this.notFound.has(path.replace('/services/', ''));
    const status = body ? 200 : 503;
    return new Response(text, {
      status: isMissing ? 404 : status,
      headers: { 'content-type': 'application/json' },
    });
  };

  #answer(path: string, query: URLSearchParams): object | undefined {
    const { services, appClusters } = this;
    switch (path) {
      case '/changes':
        return { version: String(this.version) };
      case '/services':
        return {
          items: services,
          controlPlane: { reachable: this.isControlPlaneReachable },
        };
      case '/app-clusters':
        return { items: appClusters };
      case '/claims':
        return this.#claims(query);
      default:
        return services.find(({ resource }) => path.endsWith(`/${resource}`));
    }
  }

  #claims(query: URLSearchParams): object {
    const cluster = query.get('cluster') ?? '';
    const limit = Number(query.get('limit'));
    const start = Number(query.get('cursor'));
    const rows = this.claims.filter(row => row.cluster === cluster);
    const end = start + limit;
    return {
      items: rows.slice(start, end),
      total: rows.length,
      ...(end < rows.length && { nextCursor: String(end) }),
      clusters: this.appClusters.filter(({ id }) => id === cluster),
      complete: !this.incomplete.has(cluster),
    };
  }
}
