import {
  names,
  type APIServiceBinding,
  type CustomResourceDefinition,
} from '@klutch/bind-api';
import type { KubeObject, Secret } from '@klutch/kube';
import { parseAllDocuments } from 'yaml';
import { kubeconfigOf, kubeconfigToken } from '../tokens/kubeconfig';
import { canaries } from '../testing/__testUtils__/handshake';
import {
  tokenIn,
  joinUrl,
  joinTokensFixture,
  bindingRequest,
} from '../testing/__testUtils__/joinTokens';
import { readable } from '../testing/__testUtils__/readable';
import { caches } from '../testing/__testUtils__/steps';
import { configMapsClaim, databases, secretsClaim } from '../testing/samples';
import { crdManifest } from './manifest';

const minute = 60_000;
const { binder } = bindingRequest();
const refused = { reason: 'CodeRefused' };
const objectsOf = (yaml: string): KubeObject[] =>
  parseAllDocuments(yaml).map(document => document.toJS());
const kindsOf = (yaml: string) => objectsOf(yaml).map(({ kind }) => kind);
/** The policies for restores and for deletion. */
const policies = ['Policy', 'PolicyBinding', 'Policy', 'PolicyBinding'].map(
  kind => `ValidatingAdmission${kind}`,
);
const find = <T extends KubeObject>(yaml: string, kind: string) =>
  objectsOf(yaml).find(object => object.kind === kind) as T;

describe('a join token', () => {
  it('becomes a manifest, once, in an order that kubectl can apply', async () => {
    const { joinTokens } = joinTokensFixture();
    const { joinCommand, expiresAt } =
      await joinTokens.create(bindingRequest());
    expect(expiresAt).toEqual(new Date('2026-01-01T00:15:00Z'));
    const code = tokenIn(joinCommand);
    expect(code).toMatch(/^[\w-]{43}$/);

    const yaml = await joinTokens.redeem(code);
    expect(kindsOf(yaml)).toEqual([
      'CustomResourceDefinition',
      'Namespace',
      'ServiceAccount',
      'ClusterRole',
      'ClusterRole',
      'ClusterRoleBinding',
      'Role',
      'RoleBinding',
      ...policies,
      'ClusterRole',
      'Secret',
      'APIServiceBinding',
      'Deployment',
    ]);
    const secret = find<Secret>(yaml, 'Secret');
    expect(kubeconfigToken(kubeconfigOf(secret) ?? '')).toBe(canaries.long);
    const binding = find<APIServiceBinding>(yaml, 'APIServiceBinding');
    expect(binding.metadata).toEqual({
      name: 'databases.example.test',
      namespace: names.appClusterNamespace,
    });
    expect(binding.spec?.kubeconfigSecretRef.name).toBe(secret.metadata.name);
    expect(binding.spec?.permissionClaims).toMatchObject([
      { resource: 'secrets', state: 'Accepted' },
    ]);
    expect(yaml).toContain('image: registry.test/konnector:1');
    await expect(joinTokens.redeem(code)).rejects.toMatchObject(refused);
  });

  it('leads to a manifest without konnector where the operator configures no image', async () => {
    const { joinTokens } = joinTokensFixture({ konnectorImage: undefined });
    const { joinCommand } = await joinTokens.create(bindingRequest());
    expect(
      kindsOf(await joinTokens.redeem(tokenIn(joinCommand))),
    ).not.toContain('Deployment');
  });

  it('gives a connected app cluster its bindings and no token, and changes nothing else there', async () => {
    const { joinTokens } = joinTokensFixture();
    const first = await joinTokens.create(bindingRequest());
    const whole = await joinTokens.redeem(tokenIn(first.joinCommand));
    const request = { ...bindingRequest(), isConnected: true };
    const { joinCommand } = await joinTokens.create(request);
    expect(joinCommand).not.toContain('kubectl wait');
    expect(joinCommand.match(/https?:\S+/g)).toEqual([joinUrl]);
    const yaml = await joinTokens.redeem(tokenIn(joinCommand));
    expect(kindsOf(yaml)).toEqual([
      ...policies,
      'ClusterRole',
      'APIServiceBinding',
    ]);
    expect(readable(yaml)).not.toContain(canaries.long);
    expect(
      find<APIServiceBinding>(yaml, 'APIServiceBinding').spec
        ?.kubeconfigSecretRef.name,
    ).toBe(find<Secret>(whole, 'Secret').metadata.name);
  });

  it('gives a connected app cluster a token, too, while no token is published for its konnector', async () => {
    const { backend, joinTokens } = joinTokensFixture();
    backend.isUnpublished = true;
    const request = { ...bindingRequest(), isConnected: true };
    const { joinCommand } = await joinTokens.create(request);
    const yaml = await joinTokens.redeem(tokenIn(joinCommand));
    expect(kindsOf(yaml)).toEqual([
      ...policies,
      'ClusterRole',
      'Secret',
      'APIServiceBinding',
    ]);
  });

  it('is recorded on the control plane when it is used', async () => {
    const { backend, joinTokens } = joinTokensFixture();
    const { joinCommand, id } = await joinTokens.create(bindingRequest());
    const prepare = jest.spyOn(backend, 'prepare');
    await joinTokens.redeem(tokenIn(joinCommand));
    expect(prepare).toHaveBeenCalledWith(
      expect.objectContaining({ identity: bindingRequest().identity }),
      id,
    );
  });

  it('accepts the claims at the creation of its command, and no later ones', async () => {
    const { backend, joinTokens } = joinTokensFixture();
    const { joinCommand } = await joinTokens.create(bindingRequest());
    backend.offered = backend.offered.map(offer => ({
      ...offer,
      claims: [...offer.claims, configMapsClaim],
    }));
    const yaml = await joinTokens.redeem(tokenIn(joinCommand));
    const binding = find<APIServiceBinding>(yaml, 'APIServiceBinding');
    expect(binding.spec?.permissionClaims).toMatchObject([
      { resource: 'secrets', state: 'Accepted' },
      { resource: 'configmaps', state: 'Rejected' },
    ]);
  });

  it('grants no rights on claims that were not accepted', async () => {
    const { joinTokens } = joinTokensFixture();
    const apis = [{ resource: databases, acceptedClaims: [] }];
    const { joinCommand } = await joinTokens.create(bindingRequest({ apis }));
    const yaml = await joinTokens.redeem(tokenIn(joinCommand));
    const binding = find<APIServiceBinding>(yaml, 'APIServiceBinding');
    expect(binding.spec?.permissionClaims).toMatchObject([
      { resource: secretsClaim.resource, state: 'Rejected' },
    ]);
    const role = objectsOf(yaml).find(({ metadata }) =>
      metadata.name?.startsWith('klutch-konnector-databases'),
    );
    expect(JSON.stringify(role)).not.toContain('secrets');
  });

  it('provisions nothing before it is redeemed', async () => {
    const { backend, joinTokens } = joinTokensFixture();
    const { joinCommand } = await joinTokens.create(bindingRequest());
    expect(backend.calls).toEqual([]);
    await joinTokens.redeem(tokenIn(joinCommand));
    expect(backend.calls).toEqual(['provision klutch-portal#app-cluster#apps']);
  });

  it('expires after a quarter of an hour', async () => {
    const { backend, joinTokens, stores } = joinTokensFixture();
    const { joinCommand, id } = await joinTokens.create(bindingRequest());
    expect(await joinTokens.isActive(id)).toBe(true);
    stores.advanceTime(15 * minute);
    expect(await joinTokens.isActive(id)).toBe(false);
    const accepted = joinTokens.redeem(tokenIn(joinCommand));
    await expect(accepted).rejects.toMatchObject(refused);
    expect(backend.calls).toEqual([]);
  });

  it('can be cancelled until it is used', async () => {
    const { backend, joinTokens } = joinTokensFixture();
    const cancelled = await joinTokens.create(bindingRequest());
    expect(await joinTokens.cancel(cancelled.id, binder)).toBe(true);
    expect(await joinTokens.isActive(cancelled.id)).toBe(false);
    const accepted = joinTokens.redeem(tokenIn(cancelled.joinCommand));
    await expect(accepted).rejects.toMatchObject(refused);
    expect(backend.calls).toEqual([]);

    const used = await joinTokens.create(bindingRequest());
    await joinTokens.redeem(tokenIn(used.joinCommand));
    expect(await joinTokens.isActive(used.id)).toBe(false);
    expect(await joinTokens.cancel(used.id, binder)).toBe(false);
  });

  it('is audited: who created and who cancelled it, for which APIs, without the token itself', async () => {
    const { events, joinTokens } = joinTokensFixture();
    const { joinCommand, id } = await joinTokens.create(bindingRequest());
    const other = { ...binder, subject: 'user:default/olga' };
    await joinTokens.cancel(id, other);
    await joinTokens.cancel(id, other);
    const apis = [{ resource: caches, acceptedClaims: 'all' as const }];
    await expect(joinTokens.create(bindingRequest({ apis }))).rejects.toThrow();
    const about = { cluster: 'apps', apis: ['databases.example.test'] };
    const oscar = 'klutch-portal/user:default/oscar';
    expect(events).toEqual([
      {
        action: 'create-join-token',
        outcome: 'succeeded',
        actor: oscar,
        ...about,
      },
      {
        action: 'revoke-join-token',
        outcome: 'succeeded',
        actor: 'klutch-portal/user:default/olga',
        ...about,
      },
      {
        action: 'create-join-token',
        outcome: 'refused',
        actor: oscar,
        cluster: 'apps',
        apis: ['caches.example.test'],
        reason: expect.stringContaining('is not offered to you'),
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(tokenIn(joinCommand));
  });

  it('can be cancelled until the manifest is returned', async () => {
    const { backend, joinTokens } = joinTokensFixture();
    const { joinCommand, id } = await joinTokens.create(bindingRequest());
    const { prepare } = backend;
    backend.prepare = async request => {
      await joinTokens.cancel(id, binder);
      return prepare(request);
    };
    const accepted = joinTokens.redeem(tokenIn(joinCommand));
    await expect(accepted).rejects.toMatchObject(refused);
  });

  it('is refused when tokens were revoked after its command was created, and ends no revocation', async () => {
    const { backend, joinTokens } = joinTokensFixture();
    const { joinCommand, expiresAt, id } =
      await joinTokens.create(bindingRequest());
    const createdAt = expiresAt.getTime() - 15 * minute;
    backend.revokedAt = new Date(createdAt + 1);
    const accepted = joinTokens.redeem(tokenIn(joinCommand));
    await expect(accepted).rejects.toMatchObject(refused);
    expect(backend.calls).toEqual([]);
    expect(await joinTokens.isActive(id)).toBe(false);

    backend.revokedAt = new Date(createdAt - 1);
    const later = await joinTokens.create(bindingRequest());
    expect(
      kindsOf(await joinTokens.redeem(tokenIn(later.joinCommand))),
    ).toContain('Secret');
  });

  it('is refused when tokens are revoked while it is redeemed', async () => {
    const { backend, joinTokens } = joinTokensFixture();
    const { joinCommand, expiresAt } =
      await joinTokens.create(bindingRequest());
    const { prepare } = backend;
    backend.prepare = async request => {
      backend.revokedAt = expiresAt;
      return prepare(request);
    };
    const accepted = joinTokens.redeem(tokenIn(joinCommand));
    await expect(accepted).rejects.toMatchObject(refused);
  });

  it('is used up when the control plane fails', async () => {
    const { backend, joinTokens } = joinTokensFixture();
    const { joinCommand, id } = await joinTokens.create(bindingRequest());
    backend.prepare = () => Promise.reject(new Error('away'));
    await expect(joinTokens.redeem(tokenIn(joinCommand))).rejects.toThrow(
      'away',
    );
    expect(await joinTokens.isActive(id)).toBe(false);
  });

  it('is redeemed by one of several concurrent callers', async () => {
    const { backend, joinTokens } = joinTokensFixture();
    const code = tokenIn(
      (await joinTokens.create(bindingRequest())).joinCommand,
    );
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => joinTokens.redeem(code)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(
      1,
    );
    expect(backend.calls).toHaveLength(1);
  });

  it('is identified by an id that is not the token', async () => {
    const { joinTokens } = joinTokensFixture();
    const { joinCommand, id } = await joinTokens.create(bindingRequest());
    expect(joinCommand).not.toContain(id);
    await expect(joinTokens.redeem(id)).rejects.toMatchObject(refused);
    await expect(joinTokens.redeem('x')).rejects.toMatchObject(refused);
    expect(await joinTokens.isActive(id)).toBe(true);
  });
});

describe('the policy', () => {
  const apis = [{ resource: caches, acceptedClaims: 'all' as const }];

  it('denies a join token for an API with another audience', async () => {
    const { backend, joinTokens, stores } = joinTokensFixture();
    await expect(
      joinTokens.create(bindingRequest({ apis })),
    ).rejects.toMatchObject({
      reason: 'NotOffered',
    });
    expect(backend.calls).toEqual([]);
    expect(stores.dump()).toBe('');
  });

  it('is checked again when the join token is redeemed', async () => {
    const { backend, events, joinTokens } = joinTokensFixture();
    const allowed = { ...binder, groups: ['team-a'] };
    const request = bindingRequest({ apis, binder: allowed });
    const { joinCommand } = await joinTokens.create(request);
    backend.offered = backend.offered.map(offer => ({
      ...offer,
      policy: { groups: [] },
    }));
    await expect(joinTokens.redeem(tokenIn(joinCommand))).rejects.toMatchObject(
      {
        reason: 'NotOffered',
      },
    );
    expect(backend.calls).toEqual([]);
    expect(events.at(-1)).toMatchObject({
      action: 'pick-up',
      outcome: 'refused',
    });
  });
});

describe('secrets', () => {
  const issued = {
    action: 'issue-token',
    outcome: 'succeeded',
    actor: 'klutch-portal/user:default/oscar',
    cluster: 'apps',
    namespace: 'cluster-0',
    apis: ['databases.example.test'],
  };

  it('that are delivered are audited, and no others', async () => {
    const { backend, events, joinTokens } = joinTokensFixture();
    const take = async (isConnected: boolean) => {
      const request = { ...bindingRequest(), isConnected };
      const { joinCommand } = await joinTokens.create(request);
      events.length = 0;
      await joinTokens.redeem(tokenIn(joinCommand));
      return events.filter(({ action }) => action === 'issue-token');
    };
    expect(await take(false)).toEqual([issued]);
    expect(await take(true)).toEqual([]);
    backend.isUnpublished = true;
    expect(await take(true)).toEqual([issued]);
  });

  it('are neither stored nor logged', async () => {
    const { events, joinTokens, stores } = joinTokensFixture();
    const code = tokenIn(
      (await joinTokens.create(bindingRequest())).joinCommand,
    );
    await joinTokens.redeem(code);
    await expect(joinTokens.redeem(code)).rejects.toMatchObject(refused);
    expect(events.slice(1)).toEqual([
      issued,
      { ...issued, action: 'pick-up' },
      {
        action: 'pick-up',
        outcome: 'refused',
        actor: 'anonymous',
        reason: expect.stringContaining('was used already'),
      },
    ]);
    const output = readable(`${stores.dump()}${JSON.stringify(events)}`);
    expect(output).not.toContain('canary');
    expect(output).not.toContain(code);
  });

  it('are in no URL of the command, and not in the manifest that is applied first', async () => {
    const { joinTokens } = joinTokensFixture();
    const { joinCommand } = await joinTokens.create(bindingRequest());
    expect(joinCommand.match(/https?:\S+/g)).toEqual([joinUrl, joinUrl]);
    const [crd, ...more] = objectsOf(crdManifest());
    expect(more).toEqual([]);
    expect((crd as CustomResourceDefinition).spec.names.kind).toBe(
      'APIServiceBinding',
    );
  });

  it('are sent to https URLs only', async () => {
    const { joinTokens, stores } = joinTokensFixture({
      externalUrl: 'http://portal.test/join',
    });
    await expect(joinTokens.create(bindingRequest())).rejects.toMatchObject({
      reason: 'Misconfigured',
    });
    expect(stores.dump()).toBe('');
  });
});
