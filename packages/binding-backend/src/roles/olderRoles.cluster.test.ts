/** A real control plane cluster with outdated roles. */
import { bindResources, getCondition, names } from '@klutch/bind-api';
import { core, isForbidden, type PolicyRule } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import {
  backendConditions,
  backendNames,
  backendReasons,
} from '../backendNames';
import {
  byOperator,
  eventually,
  startControlPlane,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import { nonExpiringTokenSecret } from '../testing/__testUtils__/reference';
import { backendRoles } from './backendRoles';

jest.setTimeout(60_000);

let plane: TestControlPlane;
beforeAll(async () => {
  plane = await startControlPlane('older-roles');
});
afterAll(() => plane?.stop());

/** The actor of a revocation. */
const by = {
  issuer: 'klutch-portal',
  subject: 'user:default/oscar',
  groups: [],
};

itLong(
  'without the right to list non-expiring tokens a backend is ready, serves app clusters, and revokes its own tokens',
  async () => {
    const [, base] = backendRoles();
    if (!base) throw new Error('There is no base role.');
    const isOlder = ({ resources, resourceNames }: PolicyRule) =>
      !(
        resources?.includes('secrets') && resourceNames?.includes(names.binder)
      ) && !resources?.includes('resourcequotas');
    const rules = base.rules?.filter(isOlder);
    expect(rules).not.toEqual(base.rules);
    await plane.admin.apply(core.clusterRoles, { ...base, rules }, byOperator);
    await eventually('the right is withdrawn', () =>
      plane.portal
        .list(core.secrets, { fieldSelector: `metadata.name=${names.binder}` })
        .then(() => false)
        .catch(isForbidden),
    );

    const backend = await plane.backend();
    expect(backend.checks.map(check => check.problem())).toEqual(
      backend.checks.map(() => undefined),
    );
    const identity = { subject: 'alice', clusterId: 'apps' };
    const { namespace } = await backend.provision(identity);
    const reference = { namespace, name: names.binder };
    const { metadata } = await plane.admin.create(
      core.secrets,
      nonExpiringTokenSecret(namespace),
    );
    const createdAt = Date.parse(metadata.creationTimestamp ?? '');
    await eventually('the app cluster is reconciled', async () => {
      const key = { namespace, name: names.clusterBinding };
      const found = await plane.admin.get(bindResources.clusterBindings, key);
      const { tokenIssued } = backendConditions;
      return (
        getCondition(found?.status?.conditions, tokenIssued)?.status === 'True'
      );
    });

    // A Secret created within the same second could be newer than the revocation.
    await eventually(
      'the Secret is older than a second',
      async () => Date.now() > createdAt + 1_000,
    );
    await expect(backend.revoke(identity, by)).rejects.toMatchObject({
      reason: 'Misconfigured',
      message: expect.stringContaining(backendNames.baseRole),
    });
    const [tokenSecret] = backendNames.tokenSecrets;
    const key = { namespace, name: tokenSecret };
    expect(await plane.admin.get(core.secrets, key)).toBeUndefined();
    const { tokensRevoked, tokensPartiallyRevoked } = backendReasons;
    const namesRole = (reason: string) => async () => {
      const found = await plane.admin.get(bindResources.clusterBindings, {
        namespace,
        name: names.clusterBinding,
      });
      const { conditions } = found?.status ?? {};
      const condition = getCondition(conditions, backendConditions.tokenIssued);
      return (
        condition?.reason === reason &&
        condition.message?.includes(backendNames.baseRole)
      );
    };
    await eventually('the message names the role', namesRole(tokensRevoked));

    await backend.provision(identity);
    await eventually(
      'the message still names the role',
      namesRole(tokensPartiallyRevoked),
    );
    expect(await plane.admin.get(core.secrets, reference)).toBeDefined();

    await plane.admin.apply(core.clusterRoles, base, byOperator);
    await eventually('the right is granted again', () =>
      plane.portal
        .list(core.secrets, { fieldSelector: `metadata.name=${names.binder}` })
        .then(() => true)
        .catch(() => false),
    );
    // The backend retries once a minute, and when that Secret changes.
    await plane.admin.mergePatch(
      core.secrets,
      { namespace, name: names.kubeconfigSecret },
      { metadata: { labels: { touched: 'after' } } },
    );
    await eventually(
      'the remaining token is revoked',
      async () => !(await plane.admin.get(core.secrets, reference)),
    );
    await eventually('the message is removed', async () => {
      const named = await namesRole(tokensPartiallyRevoked)();
      return !named;
    });
  },
);
