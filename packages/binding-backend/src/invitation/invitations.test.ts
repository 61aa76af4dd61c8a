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
  codeIn,
  invitationUrl,
  testInvitations,
  wishOf,
} from '../testing/__testUtils__/invitations';
import { readable } from '../testing/__testUtils__/readable';
import { caches } from '../testing/__testUtils__/steps';
import { configMapsClaim, databases, secretsClaim } from '../testing/samples';
import { typeManifest } from './manifest';

const minute = 60_000;
const { binder } = wishOf();
const refused = { reason: 'CodeRefused' };
const objectsOf = (yaml: string): KubeObject[] =>
  parseAllDocuments(yaml).map(document => document.toJS());
const kindsOf = (yaml: string) => objectsOf(yaml).map(({ kind }) => kind);
const find = <T extends KubeObject>(yaml: string, kind: string) =>
  objectsOf(yaml).find(object => object.kind === kind) as T;

describe('an invitation', () => {
  it('becomes a manifest, once, in an order that kubectl can apply', async () => {
    const { invitations } = testInvitations();
    const { command, expiresAt } = await invitations.invite(wishOf());
    expect(expiresAt).toEqual(new Date('2026-01-01T00:15:00Z'));
    const code = codeIn(command);
    expect(code).toMatch(/^[\w-]{43}$/);

    const yaml = await invitations.accept(code);
    expect(kindsOf(yaml)).toEqual([
      'CustomResourceDefinition',
      'Namespace',
      'ServiceAccount',
      'ClusterRole',
      'ClusterRole',
      'ClusterRoleBinding',
      'Role',
      'RoleBinding',
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
    await expect(invitations.accept(code)).rejects.toMatchObject(refused);
  });

  it('leaves the konnector out where the operator names no image', async () => {
    const { invitations } = testInvitations({ konnectorImage: undefined });
    const { command } = await invitations.invite(wishOf());
    expect(kindsOf(await invitations.accept(codeIn(command)))).not.toContain(
      'Deployment',
    );
  });

  it('brings an app cluster that is connected its bindings and no token, and touches nothing else there', async () => {
    const { invitations } = testInvitations();
    const first = await invitations.invite(wishOf());
    const whole = await invitations.accept(codeIn(first.command));
    const wish = { ...wishOf(), isConnected: true };
    const { command } = await invitations.invite(wish);
    expect(command).not.toContain('kubectl wait');
    expect(command.match(/https?:\S+/g)).toEqual([invitationUrl]);
    const yaml = await invitations.accept(codeIn(command));
    expect(kindsOf(yaml)).toEqual(['ClusterRole', 'APIServiceBinding']);
    expect(readable(yaml)).not.toContain(canaries.long);
    expect(
      find<APIServiceBinding>(yaml, 'APIServiceBinding').spec
        ?.kubeconfigSecretRef.name,
    ).toBe(find<Secret>(whole, 'Secret').metadata.name);
  });

  it('brings it a token, too, while its konnector finds none on the control plane', async () => {
    const { backend, invitations } = testInvitations();
    backend.isWithheld = true;
    const wish = { ...wishOf(), isConnected: true };
    const { command } = await invitations.invite(wish);
    const yaml = await invitations.accept(codeIn(command));
    expect(kindsOf(yaml)).toEqual([
      'ClusterRole',
      'Secret',
      'APIServiceBinding',
    ]);
  });

  it('tells the control plane which one was taken up', async () => {
    const { backend, invitations } = testInvitations();
    const { command, id } = await invitations.invite(wishOf());
    const prepare = jest.spyOn(backend, 'prepare');
    await invitations.accept(codeIn(command));
    expect(prepare).toHaveBeenCalledWith(
      expect.objectContaining({ identity: wishOf().identity }),
      id,
    );
  });

  it('accepts what was asked for when its command was made, and nothing that came later', async () => {
    const { backend, invitations } = testInvitations();
    const { command } = await invitations.invite(wishOf());
    backend.offered = backend.offered.map(offer => ({
      ...offer,
      claims: [...offer.claims, configMapsClaim],
    }));
    const yaml = await invitations.accept(codeIn(command));
    const binding = find<APIServiceBinding>(yaml, 'APIServiceBinding');
    expect(binding.spec?.permissionClaims).toMatchObject([
      { resource: 'secrets', state: 'Accepted' },
      { resource: 'configmaps', state: 'Rejected' },
    ]);
  });

  it('gives no rights on claims that were not accepted', async () => {
    const { invitations } = testInvitations();
    const apis = [{ resource: databases, acceptedClaims: [] }];
    const { command } = await invitations.invite(wishOf({ apis }));
    const yaml = await invitations.accept(codeIn(command));
    const binding = find<APIServiceBinding>(yaml, 'APIServiceBinding');
    expect(binding.spec?.permissionClaims).toMatchObject([
      { resource: secretsClaim.resource, state: 'Rejected' },
    ]);
    const role = objectsOf(yaml).find(({ metadata }) =>
      metadata.name?.startsWith('klutch-konnector-databases'),
    );
    expect(JSON.stringify(role)).not.toContain('secrets');
  });

  it('provisions nothing before its code is brought', async () => {
    const { backend, invitations } = testInvitations();
    const { command } = await invitations.invite(wishOf());
    expect(backend.calls).toEqual([]);
    await invitations.accept(codeIn(command));
    expect(backend.calls).toEqual(['provision klutch-portal#app-cluster#apps']);
  });

  it('ends after a quarter of an hour', async () => {
    const { backend, invitations, stores } = testInvitations();
    const { command, id } = await invitations.invite(wishOf());
    expect(await invitations.isOpen(id)).toBe(true);
    stores.forward(15 * minute);
    expect(await invitations.isOpen(id)).toBe(false);
    const accepted = invitations.accept(codeIn(command));
    await expect(accepted).rejects.toMatchObject(refused);
    expect(backend.calls).toEqual([]);
  });

  it('can be cancelled until its code is used', async () => {
    const { backend, invitations } = testInvitations();
    const cancelled = await invitations.invite(wishOf());
    expect(await invitations.cancel(cancelled.id, binder)).toBe(true);
    expect(await invitations.isOpen(cancelled.id)).toBe(false);
    const accepted = invitations.accept(codeIn(cancelled.command));
    await expect(accepted).rejects.toMatchObject(refused);
    expect(backend.calls).toEqual([]);

    const used = await invitations.invite(wishOf());
    await invitations.accept(codeIn(used.command));
    expect(await invitations.isOpen(used.id)).toBe(false);
    expect(await invitations.cancel(used.id, binder)).toBe(false);
  });

  it('is written down: who invited to what, and who cancelled, without the code', async () => {
    const { events, invitations } = testInvitations();
    const { command, id } = await invitations.invite(wishOf());
    const other = { ...binder, subject: 'user:default/olga' };
    await invitations.cancel(id, other);
    await invitations.cancel(id, other);
    const apis = [{ resource: caches, acceptedClaims: 'all' as const }];
    await expect(invitations.invite(wishOf({ apis }))).rejects.toThrow();
    const about = { cluster: 'apps', apis: ['databases.example.test'] };
    const oscar = 'klutch-portal/user:default/oscar';
    expect(events).toEqual([
      { action: 'invite', outcome: 'succeeded', actor: oscar, ...about },
      {
        action: 'cancel-invitation',
        outcome: 'succeeded',
        actor: 'klutch-portal/user:default/olga',
        ...about,
      },
      {
        action: 'invite',
        outcome: 'refused',
        actor: oscar,
        cluster: 'apps',
        apis: ['caches.example.test'],
        reason: expect.stringContaining('is not offered to you'),
      },
    ]);
    expect(JSON.stringify(events)).not.toContain(codeIn(command));
  });

  it('can be cancelled until the moment before the answer is handed out', async () => {
    const { backend, invitations } = testInvitations();
    const { command, id } = await invitations.invite(wishOf());
    const { prepare } = backend;
    backend.prepare = async wish => {
      await invitations.cancel(id, binder);
      return prepare(wish);
    };
    const accepted = invitations.accept(codeIn(command));
    await expect(accepted).rejects.toMatchObject(refused);
  });

  it('is refused when the tokens were ended after its command was made, and ends no revocation', async () => {
    const { backend, invitations } = testInvitations();
    const { command, expiresAt, id } = await invitations.invite(wishOf());
    const invitedAt = expiresAt.getTime() - 15 * minute;
    backend.revokedAt = new Date(invitedAt + 1);
    const accepted = invitations.accept(codeIn(command));
    await expect(accepted).rejects.toMatchObject(refused);
    expect(backend.calls).toEqual([]);
    expect(await invitations.isOpen(id)).toBe(false);

    backend.revokedAt = new Date(invitedAt - 1);
    const later = await invitations.invite(wishOf());
    expect(kindsOf(await invitations.accept(codeIn(later.command)))).toContain(
      'Secret',
    );
  });

  it('is refused when the tokens are ended while it is taken up', async () => {
    const { backend, invitations } = testInvitations();
    const { command, expiresAt } = await invitations.invite(wishOf());
    const { prepare } = backend;
    backend.prepare = async wish => {
      backend.revokedAt = expiresAt;
      return prepare(wish);
    };
    const accepted = invitations.accept(codeIn(command));
    await expect(accepted).rejects.toMatchObject(refused);
  });

  it('is over when the control plane fails', async () => {
    const { backend, invitations } = testInvitations();
    const { command, id } = await invitations.invite(wishOf());
    backend.prepare = () => Promise.reject(new Error('away'));
    await expect(invitations.accept(codeIn(command))).rejects.toThrow('away');
    expect(await invitations.isOpen(id)).toBe(false);
  });

  it('is one of many who bring its code at the same time', async () => {
    const { backend, invitations } = testInvitations();
    const code = codeIn((await invitations.invite(wishOf())).command);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => invitations.accept(code)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(
      1,
    );
    expect(backend.calls).toHaveLength(1);
  });

  it('is known by an id that is no code', async () => {
    const { invitations } = testInvitations();
    const { command, id } = await invitations.invite(wishOf());
    expect(command).not.toContain(id);
    await expect(invitations.accept(id)).rejects.toMatchObject(refused);
    await expect(invitations.accept('x')).rejects.toMatchObject(refused);
    expect(await invitations.isOpen(id)).toBe(true);
  });
});

describe('the policy', () => {
  const apis = [{ resource: caches, acceptedClaims: 'all' as const }];

  it('keeps somebody from inviting to what is for others only', async () => {
    const { backend, invitations, stores } = testInvitations();
    await expect(invitations.invite(wishOf({ apis }))).rejects.toMatchObject({
      reason: 'NotOffered',
    });
    expect(backend.calls).toEqual([]);
    expect(stores.dump()).toBe('');
  });

  it('is asked again when the code is brought', async () => {
    const { backend, events, invitations } = testInvitations();
    const allowed = { ...binder, groups: ['team-a'] };
    const wish = wishOf({ apis, binder: allowed });
    const { command } = await invitations.invite(wish);
    backend.offered = backend.offered.map(offer => ({
      ...offer,
      policy: { groups: [] },
    }));
    await expect(invitations.accept(codeIn(command))).rejects.toMatchObject({
      reason: 'NotOffered',
    });
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

  it('that are handed out are written down, and no others', async () => {
    const { backend, events, invitations } = testInvitations();
    const take = async (isConnected: boolean) => {
      const wish = { ...wishOf(), isConnected };
      const { command } = await invitations.invite(wish);
      events.length = 0;
      await invitations.accept(codeIn(command));
      return events.filter(({ action }) => action === 'issue-token');
    };
    expect(await take(false)).toEqual([issued]);
    expect(await take(true)).toEqual([]);
    backend.isWithheld = true;
    expect(await take(true)).toEqual([issued]);
  });

  it('are neither kept nor told of', async () => {
    const { events, invitations, stores } = testInvitations();
    const code = codeIn((await invitations.invite(wishOf())).command);
    await invitations.accept(code);
    await expect(invitations.accept(code)).rejects.toMatchObject(refused);
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
    const told = readable(`${stores.dump()}${JSON.stringify(events)}`);
    expect(told).not.toContain('canary');
    expect(told).not.toContain(code);
  });

  it('are in no address of the command, and not in the manifest that comes first', async () => {
    const { invitations } = testInvitations();
    const { command } = await invitations.invite(wishOf());
    expect(command.match(/https?:\S+/g)).toEqual([
      invitationUrl,
      invitationUrl,
    ]);
    const [crd, ...more] = objectsOf(typeManifest());
    expect(more).toEqual([]);
    expect((crd as CustomResourceDefinition).spec.names.kind).toBe(
      'APIServiceBinding',
    );
  });

  it('go to https addresses only', async () => {
    const { invitations, stores } = testInvitations({
      externalUrl: 'http://portal.test/join',
    });
    await expect(invitations.invite(wishOf())).rejects.toMatchObject({
      reason: 'Misconfigured',
    });
    expect(stores.dump()).toBe('');
  });
});
