/** A handshake without a cluster: a backend that only counts, scripted users, stores in memory. */
import { apiName } from '@klutch/bind-api';
import type { AuditEvent } from '../../audit/Audit';
import { BindingError } from '../../errors/BindingError';
import {
  createHandshake,
  type Handshake,
  type HandshakeOptions,
} from '../../handshake/createHandshake';
import type { HandshakeBackend } from '../../handshake/HandshakeContext';
import type { Offer } from '../../offers/offers';
import type { IdentityProvider } from '../../oidc/IdentityProvider';
import { identityValue } from '../../identity/tenantIdentity';
import { renderKubeconfig } from '../../tokens/kubeconfig';
import type { Provisioned } from '../../provision/provision';
import { databases, secretsClaim } from '../samples';
import { recordedStores, type RecordedStores } from './recordedStores';
import { person, fakeIdentityProvider } from './fakeIdentityProvider';

/** Credentials that must not appear anywhere else. */
export const canaries = {
  /** Token of the konnector. */
  long: 'canary-long-token',
  /** Token of the reference's redirect. */
  short: 'canary-short-token',
  /** Code of the identity provider for alice. */
  code: 'canary-alice-code',
  /** Access token of a machine. */
  access: 'canary-access-token',
} as const;

/** All users may bind databases; only `team-a` may bind caches. */
export const testOffers: Offer[] = [
  {
    api: { group: 'example.test', resource: 'caches' },
    title: 'Cache',
    description: '',
    claims: [],
    policy: { groups: ['team-a'] },
  },
  {
    api: databases,
    title: 'Database',
    description: 'Keeps <rows> & columns',
    claims: [{ ...secretsClaim, required: true }],
    policy: {},
  },
];

/** Records the calls of the backend, in order. */
export interface FakeBackend extends HandshakeBackend {
  calls: string[];
  /** The granted APIs with a restricted audience, one list for each provisioning. */
  granted: string[][];
  offered: Offer[];
  /** Whether tokens were revoked within the last hour. */
  isUnpublished: boolean;
}

const external = { server: 'https://control.test:6443' };

const provisioned = (
  { isUnpublished }: FakeBackend,
  namespace: string,
): Provisioned => ({
  namespace,
  uid: `uid-of-${namespace}`,
  kubeconfig: renderKubeconfig(external, namespace, canaries.long),
  isUnpublished,
});

/** A backend that provisions a namespace for every identity. */
export const fakeBackend = (): FakeBackend => {
  const namespaces = new Map<string, string>();
  const backend: FakeBackend = {
    calls: [],
    isUnpublished: false,
    granted: [],
    offered: testOffers,
    offers: async () => backend.offered,
    async provision(identity, granted = []) {
      const id = identityValue(identity);
      backend.granted.push(granted.map(apiName));
      backend.calls.push(`provision ${id}`);
      const namespace = namespaces.get(id) ?? `cluster-${namespaces.size}`;
      namespaces.set(id, namespace);
      return provisioned(backend, namespace);
    },
    async renew(identity) {
      const id = identityValue(identity);
      backend.calls.push(`renew ${id}`);
      const namespace = namespaces.get(id);
      if (!namespace) throw new BindingError('NotBound', 'It is not bound.');
      return provisioned(backend, namespace);
    },
    requireShortLivedKubeconfig: async () => undefined,
    async shortLivedKubeconfig(_identity, namespace) {
      backend.calls.push(`short ${namespace}`);
      return renderKubeconfig(external, namespace, canaries.short);
    },
  };
  return backend;
};

/** alice of team-a and bob without a team, by code and by access token. */
export const testProvider = (): IdentityProvider => {
  const alice = person('alice', { displayName: 'Alice', groups: ['team-a'] });
  return fakeIdentityProvider({
    [canaries.code]: alice,
    [canaries.access]: alice,
    bob: person('bob'),
    'bob-access': person('bob'),
  });
};

/** The handshake and its recorded effects. */
export interface TestHandshake {
  handshake: Handshake;
  backend: FakeBackend;
  stores: RecordedStores;
  events: AuditEvent[];
}

/** Creates a test handshake. */
export const testHandshake = (
  options: Partial<HandshakeOptions> & {
    backend?: FakeBackend;
    stores?: RecordedStores;
  } = {},
): TestHandshake => {
  const events: AuditEvent[] = [];
  const backend = options.backend ?? fakeBackend();
  const stores = options.stores ?? recordedStores();
  const handshake = createHandshake({
    externalUrl: 'http://localhost:7007/api/klutch/binding',
    providers: [testProvider()],
    audit: event => events.push(event),
    ...options,
    backend,
    stores,
  });
  return { handshake, backend, stores, events };
};
