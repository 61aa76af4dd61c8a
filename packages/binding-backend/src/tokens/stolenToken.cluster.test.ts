/** Revoked tokens whose holders still read and watch Secrets, on a real control plane cluster. */
import { bindResources, names, withSecretByName } from '@klutch/bind-api';
import {
  core,
  createCache,
  isUnauthorized,
  type KubeClient,
  type Secret,
} from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { backendNames } from '../backendNames';
import { portalIssuer } from '../policy/mayBind';
import {
  eventually,
  fakeClock,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import { accepted, TokenHolders } from '../testing/__testUtils__/TokenHolders';
import { kubeconfigOf } from './kubeconfig';
import { publishDelay, tokenRejectionDelay } from './publishAfter';
import { readTokenState } from './tokenRecord';

jest.setTimeout(90_000);

let plane: TestControlPlane;
let backend: RunningBackend;
const clock = fakeClock();
const holders = new TokenHolders();
const open = (kubeconfig: string) => holders.open(kubeconfig);
const binder = { issuer: 'portal', subject: 'oscar', groups: [] };
const kubeconfigSecret = (namespace: string) =>
  plane.admin.get(core.secrets, { namespace, name: names.kubeconfigSecret });

beforeAll(async () => {
  plane = await startControlPlane('stolen');
  backend = await plane.backend({ tokenLifetimeSeconds: 600, now: clock.now });
});
afterAll(async () => {
  await holders.close();
  await plane?.stop();
});

describe("an app cluster's token", () => {
  itLong(
    'is not replaced for an attacker who keeps requesting or watching, before and after a user binds again (B12)',
    async () => {
      const victim = { subject: 'stolen', clusterId: 'apps' };
      const { namespace: where, kubeconfig } = await backend.provision(victim);
      const thief = open(kubeconfig);
      await eventually('the token is accepted', () => accepted(thief, where));
      const stolen = new Set<string>();
      const take = (secret: Secret | undefined) => {
        const found = kubeconfigOf(secret);
        if (found && found !== kubeconfig) stolen.add(found);
      };
      const stop = new AbortController();
      const watch = createCache({
        client: thief,
        namespace: where,
        resource: core.secrets,
      });
      let events = 0;
      watch.subscribe(({ object }) => {
        events += 1;
        take(object);
      });
      watch.start(stop.signal);
      await watch.whenSynced();
      const key = { namespace: where, name: names.kubeconfigSecret };
      const asking = (async () => {
        for (;;) {
          try {
            take(await thief.get(core.secrets, key));
          } catch (error) {
            if (isUnauthorized(error)) return;
          }
        }
      })();

      await backend.revoke(victim, binder);
      await asking;
      await expect(
        backend.requireShortLivedKubeconfig(victim),
      ).rejects.toMatchObject({
        reason: 'NotYet',
        message: expect.stringMatching(/again in \d minutes/),
      });
      const again = await backend.provision(victim);
      expect(again.isUnpublished).toBe(true);
      const fresh = open(again.kubeconfig);
      await eventually('a user can bind again', () => accepted(fresh, where));
      const before = events;
      const label = { metadata: { labels: { touched: 'after' } } };
      await plane.admin.mergePatch(core.secrets, key, label);
      await eventually('the watch continues', async () => events > before);
      expect(again.kubeconfig).not.toBe(kubeconfig);
      expect([...stolen]).toEqual([]);
      expect((await kubeconfigSecret(where))?.data).toBeUndefined();

      await expect(
        backend.shortLivedKubeconfig(victim, where),
      ).rejects.toMatchObject({
        reason: 'NotYet',
      });
      clock.advance(10 * 60);
      await backend.requireShortLivedKubeconfig(victim);
      await backend.shortLivedKubeconfig(victim, where);
      stop.abort();
      clock.advance(publishDelay / 1_000);
      await plane.admin.mergePatch(core.secrets, key, {
        metadata: { labels: { touched: 'later' } },
      });
      await eventually('the next token is published', async () => {
        const found = kubeconfigOf(await kubeconfigSecret(where));
        return found !== undefined && found !== again.kubeconfig;
      });
      expect(await accepted(fresh, where)).toBe(true);
    },
  );

  itLong(
    'R16: is replaced at once where Secrets may not be watched; this right follows the reported konnector',
    async () => {
      const shop = {
        issuer: portalIssuer,
        subject: 'app-cluster',
        clusterId: 'shop',
      };
      const first = await backend.provision(shop);
      const where = first.namespace;
      const key = { namespace: where, name: names.kubeconfigSecret };
      const may = (client: KubeClient, verb: string, name?: string) =>
        client.canI({
          verb,
          group: '',
          resource: 'secrets',
          namespace: where,
          ...(name && { name }),
        });
      const holder = open(first.kubeconfig);
      await eventually('the app cluster may read its kubeconfig secret', () =>
        may(holder, 'get', names.kubeconfigSecret),
      );
      const [tokenSecret] = backendNames.tokenSecrets;
      expect(await may(holder, 'get', tokenSecret)).toBe(false);
      for (const verb of ['list', 'watch']) {
        expect(await may(holder, verb)).toBe(false);
        expect(await may(holder, verb, names.kubeconfigSecret)).toBe(false);
      }

      await backend.revoke(shop, binder);
      await backend.requireShortLivedKubeconfig(shop);
      const again = await backend.provision(shop);
      expect(again.isUnpublished).toBe(true);
      expect((await kubeconfigSecret(where))?.data).toBeUndefined();
      clock.advance(tokenRejectionDelay / 1_000);
      const touch = (touched: string) =>
        plane.admin.mergePatch(core.secrets, key, {
          metadata: { labels: { touched } },
        });
      await touch('after');
      await eventually('the next token is published', async () => {
        const found = kubeconfigOf(await kubeconfigSecret(where));
        return found !== undefined && found !== again.kubeconfig;
      });

      const fresh = open(again.kubeconfig);
      const report = (konnectorVersion: string) =>
        fresh.mergePatch(
          bindResources.clusterBindings,
          { namespace: where, name: names.clusterBinding },
          { status: { konnectorVersion } },
          { subresource: 'status' },
        );
      await report('v1.5.0');
      await eventually("the reference's konnector may watch", () =>
        may(fresh, 'watch'),
      );
      await report(withSecretByName('v0.1.0'));
      await eventually(
        'our konnector may not watch',
        async () => !(await may(fresh, 'watch')),
      );
      await backend.revoke(shop, binder);
      await backend.provision(shop);
      const { publishAfter = 0 } =
        readTokenState(await kubeconfigSecret(where)) ?? {};
      const left = publishAfter - clock.now().getTime();
      expect(left).toBeGreaterThan(publishDelay - 60_000);
    },
  );
});
