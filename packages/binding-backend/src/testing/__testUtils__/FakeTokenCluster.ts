/** One cluster namespace with Secrets and tokens in memory and a manual clock, for token behaviour that takes hours. */
import {
  annotations,
  bindResources,
  names,
  toKubernetesTime,
} from '@klutch/bind-api';
import {
  ApiError,
  core,
  type KubeClient,
  type ObjectKey,
  type RoleBinding,
  type Secret,
} from '@klutch/kube';
import { decodeJwt } from 'jose';
import type { AuditEvent } from '../../audit/Audit';
import { kubeconfigOf, kubeconfigToken } from '../../tokens/kubeconfig';
import type { TokenContext } from '../../tokens/TokenContext';
import type { TokenSecret } from '../../tokens/tokenRecord';

interface TokenClaims {
  bound?: TokenSecret;
}

const refusal = (code: number, reason: string, cause?: string) =>
  new ApiError({
    code,
    reason,
    message: reason,
    causes: cause ? [{ reason: cause, message: cause }] : [],
  });

const encoded = (claims: object) =>
  Buffer.from(JSON.stringify(claims)).toString('base64url');

const listOf = (items: object[]) => ({ items, resourceVersion: '1' });

/** Applies a merge patch to a map; `null` removes an entry. */
const merged = (
  map: Record<string, string> = {},
  patch: Record<string, string | null> = {},
): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...map, ...patch }).flatMap(([key, value]) =>
      value === null ? [] : [[key, value] as const],
    ),
  );

/** Writes check resourceVersion and UID preconditions, as on an API server. */
export class FakeTokenCluster {
  readonly tenant = { namespace: 'cluster-x', identity: 'alice#apps' };
  /** Whether a kubeconfig secret existed before. */
  hasClusterBinding = false;
  /** RoleBinding for watching Secrets; undefined: Secrets may be watched. */
  secretReader?: RoleBinding;
  /** Secrets by name. */
  readonly secrets = new Map<string, Secret>();
  /** Milliseconds since 1970. */
  time = Date.parse('2026-01-01T00:00:00Z');
  /** Maximum token lifetime that the API server grants. */
  longestTokenSeconds = 7 * 86_400;
  /** Whether the namespace is being deleted. */
  isTerminating = false;
  /** False with outdated roles, which do not permit listing the reference's tokens. */
  canListSecrets = true;
  readonly events: AuditEvent[] = [];
  private changes = 0;
  private readonly namespace = {
    metadata: {
      name: this.tenant.namespace,
      annotations: { [annotations.identity]: this.tenant.identity },
    },
  };

  readonly client: KubeClient = {
    get: async ({ plural }: { plural: string }, { name }: ObjectKey) => {
      if (plural === core.roleBindings.plural) return this.secretReader;
      return plural === core.serviceAccounts.plural
        ? { metadata: { name, uid: 'account' } }
        : this.secrets.get(name);
    },
    list: async (
      { plural }: { plural: string },
      { fieldSelector = '' }: { fieldSelector?: string } = {},
    ) => {
      if (plural === core.namespaces.plural) return listOf([this.namespace]);
      if (plural === bindResources.clusterBindings.plural) {
        return listOf(this.hasClusterBinding ? [{}] : []);
      }
      if (!this.canListSecrets) throw refusal(403, 'Forbidden');
      const wanted = fieldSelector.split(',');
      const items = [...this.secrets.values()].filter(({ metadata, type }) =>
        wanted.every(term =>
          [`metadata.name=${metadata.name}`, `type=${type}`].includes(term),
        ),
      );
      return listOf(items);
    },
    create: async (_resource: object, secret: Secret) => {
      if (this.isTerminating) {
        throw refusal(403, 'Forbidden', 'NamespaceTerminating');
      }
      if (this.secrets.has(secret.metadata.name ?? '')) {
        throw refusal(409, 'AlreadyExists');
      }
      return this.put(secret);
    },
    mergePatch: async (
      _resource: object,
      { name }: ObjectKey,
      { metadata, data }: Secret,
    ) => {
      const found = this.require(name, metadata);
      return this.put({
        ...found,
        metadata: {
          ...found.metadata,
          annotations: merged(found.metadata.annotations, metadata.annotations),
        },
        data: merged(found.data, data),
      });
    },
    delete: async (
      _resource: object,
      { name }: ObjectKey,
      options: { preconditions?: Secret['metadata'] } = {},
    ) => {
      if (!this.secrets.has(name)) return 'absent';
      this.require(name, options.preconditions ?? {});
      this.secrets.delete(name);
      return 'deleted';
    },
    createToken: async (
      _account: ObjectKey,
      options: { expirationSeconds: number; boundSecret?: TokenSecret },
    ) => {
      const { expirationSeconds, boundSecret: bound } = options;
      const holder = bound && this.secrets.get(bound.name);
      if (bound && holder?.metadata.uid !== bound.uid) {
        throw refusal(404, 'NotFound');
      }
      const iat = this.time / 1_000;
      const exp = iat + Math.min(expirationSeconds, this.longestTokenSeconds);
      return {
        token: `e30.${encoded({ iat, exp, bound })}.signature`,
        expirationTimestamp: new Date(exp * 1_000).toISOString(),
      };
    },
  } as Partial<KubeClient> as KubeClient;

  /** @param lifetimeSeconds - lifetime of published tokens */
  context(lifetimeSeconds = 86_400): TokenContext {
    return {
      client: this.client,
      external: { server: 'https://control-plane.example' },
      lifetimeSeconds,
      now: () => new Date(this.time),
      audit: event => void this.events.push(event),
    };
  }

  advanceTime(milliseconds: number): void {
    this.time += milliseconds;
  }

  /** Stores a Secret, as another backend or a user does; a new one unless it has a UID. */
  put(secret: Secret): Secret {
    this.changes += 1;
    const written = {
      ...secret,
      metadata: {
        uid: `uid-${this.changes}`,
        creationTimestamp: toKubernetesTime(new Date(this.time)),
        ...secret.metadata,
        resourceVersion: `${this.changes}`,
      },
    };
    this.secrets.set(secret.metadata.name ?? '', written);
    return written;
  }

  /** The kubeconfig that konnectors and attackers can read. */
  get publishedKubeconfig(): string | undefined {
    return kubeconfigOf(this.secrets.get(names.kubeconfigSecret));
  }

  /** Whether the token in a kubeconfig is valid. */
  accepts(kubeconfig: string): boolean {
    const token = kubeconfigToken(kubeconfig) ?? '';
    const { bound, exp = 0 } = decodeJwt<TokenClaims>(token);
    const found = this.secrets.get(bound?.name ?? '');
    return exp * 1_000 > this.time && found?.metadata.uid === bound?.uid;
  }

  private require(name: string, { uid, resourceVersion }: Secret['metadata']) {
    const found = this.secrets.get(name);
    if (!found) throw refusal(404, 'NotFound');
    const { metadata } = found;
    const isMeant =
      (uid ?? metadata.uid) === metadata.uid &&
      (resourceVersion ?? metadata.resourceVersion) ===
        metadata.resourceVersion;
    if (!isMeant) throw refusal(409, 'Conflict');
    return found;
  }
}
