/** What the lists of people cost who have rights in a few of many namespaces, on a real API server. */
import { bindResources, crds, names } from '@klutch/bind-api';
import {
  portalApiRole,
  portalAppClusterRoles,
  type RbacObject,
} from '@klutch/binding-backend';
import {
  core,
  createLogger,
  kubeConfigPolicies,
  type KubeClient,
  type RoleBinding,
} from '@klutch/kube';
import { borrowCluster, type LocalCluster } from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { claimResource } from './claimApis/claimResource';
import { AppCluster } from './clusters/AppCluster';
import { AccessReviews } from './identity/AccessReviews';
import {
  apply,
  clusterRole,
  impersonatedSubjects,
  installApi,
  portalUser,
  prepareAppCluster,
  rule,
} from './testing/__testUtils__/clusters';
import { sampleApi } from './testing/__testUtils__/samples';
import { eventually } from './testing/__testUtils__/eventually';

jest.setTimeout(120_000);

const total = process.env.KLUTCH_LONG === '1' ? 500 : 60;
const namespaces = Array.from({ length: total }, (_, i) => `many-${i}`);
const ofBob = namespaces.filter((_, i) => i % (total / 5) === 0);
const resource = 'postgresqlinstances.anynines.com';
const api = sampleApi('postgresqlinstances');
const bob = {
  userRef: 'user:default/bob',
  groups: [],
  kubernetes: { user: 'klutch:bob', groups: [] },
};

const portalRoles = portalAppClusterRoles(portalUser, impersonatedSubjects);
/** The role as an installation has it that does not grant the watch. */
const withoutRoleBindings = (object: RbacObject): RbacObject =>
  'rules' in object
    ? {
        ...object,
        rules: object.rules?.filter(
          ({ resources }) => !resources?.includes('rolebindings'),
        ),
      }
    : object;

let local: LocalCluster;
let admin: KubeClient;
let cluster: AppCluster;
const onRightsChanged = jest.fn();

const readers = (namespace: string): RoleBinding => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  metadata: { name: 'readers', namespace },
  roleRef: {
    apiGroup: 'rbac.authorization.k8s.io',
    kind: 'ClusterRole',
    name: 'reader',
  },
  subjects: [{ kind: 'User', name: bob.kubernetes.user }],
});

/** What Bob may list, by name, with the number of reviews that the answer took. */
async function ask(reviews: AccessReviews) {
  const review = jest.spyOn(cluster.reviewClient, 'as');
  const allowed = await reviews.allowed(
    { cluster, person: bob },
    'list',
    namespaces.map(namespace => ({ resource, namespace })),
  );
  const asked = review.mock.calls.length;
  review.mockRestore();
  return {
    visible: allowed.map(({ namespace }) => namespace).sort(),
    asked,
  };
}

beforeAll(async () => {
  local = await borrowCluster({ name: 'apps' });
  admin = await prepareAppCluster(local);
  await apply(admin, [
    ...portalRoles.map(withoutRoleBindings),
    clusterRole('reader', [rule('anynines.com', ['*'], ['list'])]),
  ]);
  await Promise.all(
    namespaces.map(name =>
      admin.create(core.namespaces, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name },
      }),
    ),
  );
  await Promise.all(
    ofBob.map(namespace => admin.create(core.roleBindings, readers(namespace))),
  );
  cluster = new AppCluster({
    id: 'apps',
    title: 'Apps',
    clusterNamespace: 'cluster-x',
    kubeconfig: await local.user(portalUser),
    policy: { ...kubeConfigPolicies.strict, loopback: 'allow' },
    logger: createLogger('test', { level: 'silent' }),
    listener: {
      onClaimChanged: () => undefined,
      onClaimHealthChanged: () => undefined,
      onPlatformChanged: () => undefined,
      onRightsChanged,
    },
  });
  cluster.start(new AbortController().signal);
  await cluster.whenReachable(new AbortController().signal);
});

afterAll(async () => {
  await cluster?.stop();
  await admin?.close();
  await local?.stop();
});

itLong(
  'asks about every namespace while the portal may not watch RoleBindings',
  async () => {
    const first = await ask(new AccessReviews(() => undefined));
    expect(first.visible).toEqual(ofBob.sort());
    expect(first.asked).toBe(total + 1);
  },
);

itLong(
  'asks about the namespaces with a RoleBinding for the person, and only for the first list',
  async () => {
    await apply(admin, portalRoles);
    await eventually(
      'the portal watches RoleBindings',
      async () => cluster.roleBindings.namespacesOf(bob.kubernetes)?.size === 5,
    );
    await eventually(
      'the portal watches roles',
      async () => cluster.roles.revision('many-0') !== undefined,
    );
    const reviews = new AccessReviews(() => undefined);
    const first = await ask(reviews);
    expect(first.visible).toEqual(ofBob.sort());
    expect(first.asked).toBe(1 + ofBob.length);
    // The last of the roles that were applied may arrive after the first list.
    await eventually('a list asks nothing', async () => {
      const next = await ask(reviews);
      expect(next.visible).toEqual(first.visible);
      return next.asked === 0;
    });
  },
);

itLong(
  'shows and hides a namespace soon after its RoleBinding has come and gone',
  async () => {
    const reviews = new AccessReviews(() => undefined);
    const before = await ask(reviews);
    const added = 'many-1';
    await admin.create(core.roleBindings, readers(added));
    await eventually('the namespace is visible', async () =>
      (await ask(reviews)).visible.includes(added),
    );
    await admin.delete(core.roleBindings, {
      namespace: added,
      name: 'readers',
    });
    await eventually(
      'the namespace is hidden',
      async () => !(await ask(reviews)).visible.includes(added),
    );
    expect((await ask(reviews)).visible).toEqual(before.visible);
  },
);

itLong(
  'shows and hides all namespaces soon after a ClusterRoleBinding has come and gone',
  async () => {
    const reviews = new AccessReviews(() => undefined);
    const before = await ask(reviews);
    const { subjects, roleRef, ...rest } = readers('');
    const everywhere = {
      ...rest,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'readers' },
      roleRef,
      subjects,
    };
    await admin.create(core.clusterRoleBindings, everywhere);
    await eventually(
      'all namespaces are visible',
      async () => (await ask(reviews)).visible.length === total,
    );
    await admin.delete(core.clusterRoleBindings, { name: 'readers' });
    await eventually(
      'they are hidden',
      async () => (await ask(reviews)).visible.length === before.visible.length,
    );
    expect((await ask(reviews)).visible).toEqual(before.visible);
  },
);

/** Binds the API on the cluster, and creates a claim in the namespace. */
async function createClaim(namespace: string) {
  await apply(admin, [
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: names.appClusterNamespace },
    },
    crds.apiServiceBindings,
    portalApiRole(api),
  ]);
  await installApi(admin, api.plural);
  const binding = {
    apiVersion: names.apiVersion,
    kind: bindResources.bindings.kind,
    metadata: { name: resource, namespace: names.appClusterNamespace },
  };
  await eventually('the API is bound', () =>
    admin.create(bindResources.bindings, binding).then(
      () => true,
      () => false,
    ),
  );
  await admin.create(claimResource(api), {
    apiVersion: 'anynines.com/v1',
    kind: api.kind,
    metadata: { name: 'orders-db', namespace },
    spec: { service: 'a9s-postgresql15', plan: 'postgresql-single-nano' },
  });
  await eventually('the claim is watched', async () => {
    const claims = cluster.claims.get(resource)?.cache;
    return claims?.get(`${namespace}/orders-db`) !== undefined;
  });
}

itLong(
  'reports changes where there are claims, so that open pages ask again',
  async () => {
    await createClaim('many-2');
    onRightsChanged.mockClear();
    await admin.create(core.roleBindings, readers('many-3'));
    await eventually(
      'the change is noticed',
      async () => cluster.roleBindings.revision('many-3') === 1,
    );
    expect(onRightsChanged).not.toHaveBeenCalled();
    await admin.create(core.roleBindings, readers('many-2'));
    await eventually(
      'the change is reported',
      async () => onRightsChanged.mock.calls.length === 1,
    );
  },
);
