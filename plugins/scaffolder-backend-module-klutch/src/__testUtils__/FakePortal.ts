import { parseEntityRef, stringifyEntityRef } from '@backstage/catalog-model';
import {
  createKlutchClient,
  stringifyClaimRef,
  type ClaimRef,
  type KlutchClient,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { covers } from '../claims/covers';

type ClaimType = Schemas['ClaimType'];

/** The fields of a claim that actions read. */
export type FakeClaim = Pick<
  Schemas['ClaimDetail'],
  | 'cluster'
  | 'namespace'
  | 'resource'
  | 'name'
  | 'kind'
  | 'type'
  | 'uid'
  | 'generation'
  | 'spec'
  | 'state'
  | 'stateText'
  | 'message'
  | 'deleting'
  | 'protected'
  | 'owner'
  | 'component'
  | 'backupSchedule'
  | 'secretName'
  | 'instanceRef'
  | 'instanceResource'
>;

interface FakeResponse {
  status: number;
  body?: object;
}

const group = 'anynines.com';

/** APIs of the fake portal. */
export const apis = {
  instance: `postgresqlinstances.${group}`,
  search: `searchinstances.${group}`,
  binding: `servicebindings.${group}`,
  backup: `backups.${group}`,
  restore: `restores.${group}`,
};

/** Ref of a claim in the namespace of the tests. */
export const refOf = (resource: string, name: string): ClaimRef => ({
  cluster: 'apps-dev',
  namespace: 'team-a',
  resource,
  name,
});

/** The instance of most tests. */
export const ordersDb = refOf(apis.instance, 'orders-db');

export const errorResponse = (
  status: number,
  message: string,
  more: Partial<Schemas['Error']['error']> = {},
): FakeResponse => ({
  status,
  body: { error: { name: 'Error', message, ...more } },
});

const typeOf = (resource: string): ClaimType =>
  (['binding', 'backup', 'restore'] as const).find(
    type => apis[type] === resource,
  ) ?? 'instance';

/** The portal's REST API in memory, with an app cluster on which all APIs are bound. It records writes. */
export class FakePortal {
  /** Such as `create orders-db (dry run)`. */
  readonly writes: string[] = [];
  /** Bodies of the writes. */
  readonly bodies: unknown[] = [];
  /** One response each instead of the portal's, by the write or by `read <name>`. */
  readonly responses = new Map<string, FakeResponse>();
  /** Called before each write. */
  onWrite?: (write: string) => void;
  /** The most claims of a list's page. */
  pageSize = 1000;
  /** Whether all claims are known. */
  complete = true;
  restoresElsewhere = false;
  readonly #claims = new Map<string, FakeClaim>();
  readonly #next = new Map<string, (Partial<FakeClaim> | 'gone')[]>();
  #created = 0;

  readonly client: KlutchClient = createKlutchClient({
    baseUrl: 'http://portal.test/api/klutch',
    fetch: async request => {
      const { status, body } = await this.#answer(request);
      return new Response(body && JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json' },
      });
    },
  });

  /** Adds a claim that exists already. */
  add(ref: ClaimRef, more: Partial<FakeClaim> = {}): FakeClaim {
    const type = typeOf(ref.resource);
    this.#created += 1;
    const claim: FakeClaim = {
      ...ref,
      kind: {
        instance: 'PostgresqlInstance',
        binding: 'ServiceBinding',
        backup: 'Backup',
        restore: 'Restore',
      }[type],
      type,
      uid: `uid-${this.#created}`,
      generation: 1,
      spec: {},
      state: 'Ready',
      stateText: 'Ready',
      deleting: false,
      protected: false,
      owner: 'user:default/mock',
      ...(type === 'binding' && { secretName: `${ref.name}-creds` }),
      ...(type !== 'instance' && {
        instanceRef: ordersDb.name,
        instanceResource: ordersDb.resource,
      }),
      ...more,
    };
    this.#claims.set(stringifyClaimRef(ref), claim);
    return claim;
  }

  find(ref: ClaimRef): FakeClaim | undefined {
    return this.#claims.get(stringifyClaimRef(ref));
  }

  /** Each further reading finds the claim one step further. */
  progress(ref: ClaimRef, ...steps: (Partial<FakeClaim> | 'gone')[]): void {
    this.#next.set(stringifyClaimRef(ref), steps);
  }

  async #answer(request: Request): Promise<FakeResponse> {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.replace('/api/klutch/', '').split('/');
    const [list, ...parts] = path.map(decodeURIComponent);
    if (list === 'services') return this.#service(parts[0] ?? '');
    const dryRun = searchParams.get('dryRun') === 'true';
    if (request.method === 'POST') {
      return this.#create(await request.json(), dryRun);
    }
    if (parts.length === 0) return this.#list(searchParams);
    const [cluster = '', namespace = '', resource = '', name = ''] = parts;
    const ref = { cluster, namespace, resource, name };
    if (request.method === 'PATCH') {
      return this.#change(ref, await request.json(), dryRun);
    }
    return request.method === 'DELETE'
      ? this.#delete(ref, searchParams.get('confirm'))
      : this.#read(ref);
  }

  #service(resource: string): FakeResponse {
    const { binding, backup, restore } = apis;
    const relatedApis =
      resource === apis.instance ? { binding, backup, restore } : {};
    return {
      status: 200,
      body: {
        resource,
        title: resource === apis.instance ? 'PostgreSQL' : 'Search',
        serviceType: 'postgresql',
        relatedApis,
        restoresElsewhere: this.restoresElsewhere,
      },
    };
  }

  #list(query: URLSearchParams): FakeResponse {
    const rows = [...this.#claims.values()].filter(
      ({ type, instanceRef, instanceResource }) =>
        type === query.get('type') &&
        instanceRef === query.get('instance') &&
        instanceResource === query.get('instanceResource'),
    );
    const start = Number(query.get('cursor'));
    const end = start + this.pageSize;
    return {
      status: 200,
      body: {
        items: rows.slice(start, end),
        total: rows.length,
        ...(end < rows.length && { nextCursor: String(end) }),
        clusters: [],
        complete: this.complete,
      },
    };
  }

  #create(
    { owner, component, spec, ...ref }: Schemas['ClaimRequest'],
    dryRun: boolean,
  ): FakeResponse {
    const other = this.#write(
      `create ${ref.name}${dryRun ? ' (dry run)' : ''}`,
      { owner, component, spec, ...ref },
    );
    if (other) return other;
    if (this.find(ref)) {
      return errorResponse(
        409,
        `PostgreSQL "${ref.name}" exists already on Apps. Choose another name.`,
        {
          causes: [{ field: 'metadata.name', message: 'This name is taken.' }],
        },
      );
    }
    const { instanceRef } = spec;
    const claim = this.add(ref, {
      // The API server and the portal add defaults.
      spec: { compositionRef: { name: 'default' }, ...spec },
      state: 'Waiting',
      stateText: 'Waiting for konnector',
      ...(owner && { owner }),
      ...(component && { component }),
      ...(typeof instanceRef === 'string' && { instanceRef }),
    });
    if (dryRun) this.#claims.delete(stringifyClaimRef(ref));
    return { status: 201, body: claim };
  }

  #change(
    ref: ClaimRef,
    { spec, generation, ...more }: Schemas['ClaimChange'],
    dryRun: boolean,
  ): FakeResponse {
    const other = this.#write(
      `change ${ref.name}${dryRun ? ' (dry run)' : ''}`,
      { ...more, ...(spec && { spec, generation }) },
    );
    if (other) return other;
    const claim = this.find(ref);
    if (!claim) return this.#read(ref);
    if (spec && generation !== claim.generation) {
      return errorResponse(
        409,
        `PostgreSQL "${ref.name}" was changed by somebody else.`,
      );
    }
    const { protected: isProtected, owner, component, backupSchedule } = more;
    const changed: FakeClaim = {
      ...claim,
      ...(isProtected !== undefined && { protected: isProtected }),
      ...(owner !== undefined && {
        owner: stringifyEntityRef(
          parseEntityRef(owner, { defaultKind: 'group' }),
        ),
      }),
      ...(component !== undefined && { component: component ?? undefined }),
      ...(backupSchedule !== undefined && {
        backupSchedule: backupSchedule ?? undefined,
      }),
    };
    if (spec && !covers(claim.spec, spec)) {
      changed.spec = { ...claim.spec, ...spec };
      changed.generation += 1;
    }
    if (!dryRun) this.#claims.set(stringifyClaimRef(ref), changed);
    return { status: 200, body: changed };
  }

  #delete(ref: ClaimRef, confirm: string | null): FakeResponse {
    const other = this.#write(`delete ${confirm}`, undefined);
    if (other) return other;
    const claim = this.find(ref);
    if (!claim) return this.#read(ref);
    Object.assign(claim, {
      deleting: true,
      state: 'Deleting',
      stateText: 'Deleting',
    });
    this.progress(ref, {}, 'gone');
    return { status: 204 };
  }

  #read(ref: ClaimRef): FakeResponse {
    const other = this.#take(`read ${ref.name}`);
    if (other) return other;
    const key = stringifyClaimRef(ref);
    const step = this.#next.get(key)?.shift();
    if (step === 'gone') this.#claims.delete(key);
    const claim = this.#claims.get(key);
    if (!claim) {
      return errorResponse(
        404,
        `"${ref.name}" does not exist in namespace ${ref.namespace} on Apps. It may have been deleted.`,
        { reason: 'ClaimNotFound' },
      );
    }
    if (step && step !== 'gone') Object.assign(claim, step);
    return { status: 200, body: claim };
  }

  #write(write: string, body: unknown): FakeResponse | undefined {
    this.writes.push(write);
    this.bodies.push(body);
    this.onWrite?.(write);
    return this.#take(write);
  }

  #take(call: string): FakeResponse | undefined {
    const response = this.responses.get(call);
    this.responses.delete(call);
    return response;
  }
}
