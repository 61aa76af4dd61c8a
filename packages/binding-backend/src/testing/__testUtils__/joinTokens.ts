/** Join tokens without a cluster: a backend that only counts, stores in memory, and a record of their effects. */
import type { AuditEvent } from '../../audit/Audit';
import { answerClaims } from '../../bind/claims';
import type { BindingRequest } from '../../bind/prepareBindings';
import { createJoinTokens } from '../../joinToken/createJoinTokens';
import type { JoinTokens, JoinTokensOptions } from '../../joinToken/JoinTokens';
import { requireAllowed } from '../../offers/allowedOffers';
import { databases } from '../samples';
import { fakeBackend, type FakeBackend } from './handshake';
import { recordedStores, type RecordedStores } from './recordedStores';

/** URL of the router in tests. */
export const joinUrl = 'https://portal.test/api/klutch/binding/join';

/** Join tokens and their recorded effects. */
export interface JoinTokensFixture {
  joinTokens: JoinTokens;
  backend: FakeBackend &
    JoinTokensOptions['backend'] & {
      /** When tokens were revoked. */
      revokedAt?: Date;
    };
  stores: RecordedStores;
  events: AuditEvent[];
}

/** Creates the fixture. */
export const joinTokensFixture = (
  options: Partial<JoinTokensOptions> = {},
): JoinTokensFixture => {
  const fake = fakeBackend();
  const backend: JoinTokensFixture['backend'] = Object.assign(fake, {
    lastRevocation: async () => backend.revokedAt,
    async prepare({ apis, binder, identity }: BindingRequest) {
      const wanted = apis.map(({ resource }) => resource);
      const offers = await requireAllowed(fake, binder, wanted);
      return {
        ...(await fake.provision(identity)),
        bindings: offers.map(({ api, claims }, index) => ({
          api,
          claims: answerClaims(claims, apis[index]?.acceptedClaims ?? []),
        })),
      };
    },
  });
  const events: AuditEvent[] = [];
  const stores = recordedStores();
  const joinTokens = createJoinTokens({
    backend,
    stores,
    audit: event => events.push(event),
    externalUrl: joinUrl,
    konnectorImage: 'registry.test/konnector:1',
    now: () => new Date('2026-01-01T00:00:00Z'),
    ...options,
  });
  return { joinTokens, backend, stores, events };
};

/** An operator of the portal requests databases for an app cluster. */
export const bindingRequest = (
  more: Partial<BindingRequest> = {},
): BindingRequest => ({
  binder: {
    issuer: 'klutch-portal',
    subject: 'user:default/oscar',
    groups: ['group:default/operators'],
  },
  identity: {
    issuer: 'klutch-portal',
    subject: 'app-cluster',
    clusterId: 'apps',
  },
  apis: [{ resource: databases, acceptedClaims: 'all' }],
  ...more,
});

/** The join token in a join command. */
export const tokenIn = (command: string): string =>
  /--data-urlencode code=([\w-]+) /.exec(command)?.[1] ?? '';
