/** One cluster namespace whose Secrets and tokens are in memory, with a clock that stands: what tokens take hours for. */
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
  /** The Secret that it ends with. */
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

/** What a merge patch makes of a map; `null` takes an entry away. */
const merged = (
  map: Record<string, string> = {},
  patch: Record<string, string | null> = {},
): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...map, ...patch }).flatMap(([key, value]) =>
      value === null ? [] : [[key, value] as const],
    ),
  );

/** Writes hold for the version and object that they name, as on an API server. */
export class FakeTokenCluster {
  readonly tenant = { namespace: 'cluster-x', identity: 'alice#apps' };
  /** It has had a kubeconfig secret. */
  hasClusterBinding = false;
  /** Whether Secrets may be watched; undefined: they may. */
  secretReader?: RoleBinding;
  /** By name. */
  readonly secrets = new Map<string, Secret>();
  /** Milliseconds since 1970. */
  time = Date.parse('2026-01-01T00:00:00Z');
  /** What the API server shortens tokens to. */
  longestTokenSeconds = 7 * 86_400;
  /** The namespace is being deleted. */
  isTerminating = false;
  /** Roles are older than what looks for the reference's tokens. */
  canListSecrets = true;
  /** What was written down. */
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

  /** @param lifetimeSeconds - of tokens that nothing is withheld of */
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

  /** Puts a Secret there, as another backend or a person does; a new one unless it has a UID. */
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

  /** The kubeconfig where konnectors, and thieves, look for it. */
  get publishedKubeconfig(): string | undefined {
    return kubeconfigOf(this.secrets.get(names.kubeconfigSecret));
  }

  /** Whether the token in a kubeconfig is good. */
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
