/** AppClusterBindings on a real control plane cluster; the backend runs under its least-privilege user. */
import {
  annotations,
  bindingRules,
  bindResources,
  labels,
  leaseRule,
  names,
  type AppClusterBinding,
} from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { appClusterBindingRoles } from '../roles/appClusterBindingRoles';
import { enforceAdmissionPolicy } from '../testing/__testUtils__/admissionPolicy';
import {
  abandonAppClusterPatch,
  appCluster,
  enableAppClusterBindings,
  uploadedKubeconfig,
  type TestAppCluster,
} from '../testing/__testUtils__/appCluster';
import {
  clientOf,
  eventually,
  startControlPlane,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import {
  recordingClient,
  unusedRights,
  type UsedVerb,
} from '../testing/__testUtils__/recordingClient';
import { exportName } from '../testing/__testUtils__/tenant';
import {
  configMapsClaim,
  databasesTemplate,
  secretsClaim,
} from '../testing/samples';
import { deployments } from './planKonnector';
import { allowedNamespaces } from '../policy/offeredTo';

jest.setTimeout(90_000);

let plane: TestControlPlane;
let admin: KubeClient;
let recorded: KubeClient;
const used: UsedVerb[] = [];
const konnectorImage = 'registry.example/konnector:1';
/** The namespace of AppClusterBindings. */
const bindingNamespace = 'platform';
/** A namespace of app clusters. */
const team = 'team-a';

const makeNamespace = (name: string) =>
  admin.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name },
  });
const isTrue = ({ status }: { status: string }) => status === 'True';
const isFalse = ({ status }: { status: string }) => status === 'False';
const exportIn = (namespace: string) =>
  admin.get(bindResources.exports, { namespace, name: exportName });
const konnectorIn = (namespace: string) =>
  admin.get(deployments, { namespace, name: names.konnector });
const serviceNamespaceIn = (namespace: string) =>
  admin.get(bindResources.serviceNamespaces, { namespace, name: team });

/** An AppClusterBinding of a test's own, with its Secret. */
const createAppCluster = async (
  name: string,
  spec?: Partial<AppClusterBinding['spec']>,
): Promise<TestAppCluster> => {
  const one = appCluster(plane, bindingNamespace, name);
  await one.putSecret(uploadedKubeconfig(name));
  await one.create(spec);
  return one;
};

/** As `createAppCluster`; its API is bound, and its konnector has reconciled the binding. */
const readyAppCluster: typeof createAppCluster = async (name, spec) => {
  const one = await createAppCluster(name, spec);
  await one.markBindingReady();
  await one.waitForCondition('Ready', isTrue);
  return one;
};

/** Changes the RoleBinding of the konnector, then replaces it; returns it as the backend has restored it. */
const driftRoleBinding = async ({ namespace }: TestAppCluster) => {
  const key = { namespace, name: 'control-plane-connector' };
  const wanted = await admin.get(core.roleBindings, key);
  await admin.mergePatch(core.roleBindings, key, { subjects: [] });
  const repaired = () =>
    eventually('the RoleBinding is repaired', async () => {
      const found = await admin.get(core.roleBindings, key);
      return (
        found?.subjects?.length === 1 &&
        found.roleRef.name === wanted?.roleRef.name &&
        found
      );
    });
  await repaired();
  await admin.delete(core.roleBindings, key);
  await admin.create(core.roleBindings, {
    ...(wanted ?? { apiVersion: '', kind: '', metadata: {} }),
    metadata: key,
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: 'Role',
      name: 'another',
    },
  });
  return repaired();
};

const undeploy = async (one: TestAppCluster) => {
  await one.patch({ spec: { konnector: null } });
  await eventually(
    'the Deployment is deleted',
    async () => !(await konnectorIn(one.namespace)),
  );
};

/** Removes its APIs; returns the export as it was when its binding was being deleted. */
const unbind = async (one: TestAppCluster) => {
  await one.patch({ spec: { apiExports: [] } });
  await eventually(
    'the binding is being deleted',
    async () => (await one.apiBinding())?.metadata.deletionTimestamp,
  );
  await one.waitForCondition('ApisBound', ({ message }) =>
    message?.includes('is being unbound'),
  );
  const kept = await exportIn(one.namespace);
  await one.removeBindingFinalizer();
  await eventually(
    'the export is deleted',
    async () => !(await exportIn(one.namespace)),
  );
  await one.waitForCondition('Ready', isTrue);
  return kept;
};

/** The konnector's first write for a namespace of the app cluster. */
const claimNamespace = ({ namespace }: TestAppCluster) =>
  admin.create(bindResources.serviceNamespaces, {
    apiVersion: names.apiVersion,
    kind: bindResources.serviceNamespaces.kind,
    metadata: { namespace, name: team },
    spec: {},
  });

beforeAll(async () => {
  plane = await startControlPlane('app-clusters');
  admin = plane.admin;
  await enableAppClusterBindings(plane);
  await enforceAdmissionPolicy(plane);
  await plane.offer([secretsClaim]);
  await plane.offerTo('nobody-who-signs-in');
  const { namespace, name: template = '' } = databasesTemplate().metadata;
  await admin.mergePatch(
    bindResources.templates,
    { namespace, name: template },
    { metadata: { annotations: { [allowedNamespaces]: '*' } } },
  );
  await Promise.all([bindingNamespace, 'other', 'a', 'a-b'].map(makeNamespace));
  recorded = recordingClient(
    clientOf(await plane.cluster.user('klutch-portal')),
    used,
  );
  await plane.backend({
    client: recorded,
    appClusterBindings: { konnectorImage, checkSeconds: 1 },
  });
});
afterAll(async () => {
  await plane?.stopBackends();
  await recorded?.close();
  await plane?.stop();
});

describe('an AppClusterBinding', () => {
  it('C50, C51, C52: gets its cluster namespace, a validated kubeconfig, and a binding of each API', async () => {
    const one = await createAppCluster('bound');
    await one.waitForCondition('SecretValid', isTrue);
    await one.waitForCondition('NamespaceReady', isTrue);
    expect((await one.clusterNamespace())?.metadata.labels).toMatchObject({
      [labels.appClusterBindingName]: 'bound',
      [labels.appClusterBindingNamespace]: bindingNamespace,
    });
    const binding = await eventually('the binding', one.apiBinding);
    expect(binding.spec?.kubeconfigSecretRef).toEqual({
      namespace: one.namespace,
      name: 'kubeconfig',
      key: 'kubeconfig',
    });
    expect(await one.copy()).toContain('token-bound');
    const waiting = await one.waitForCondition('ApisBound', ({ message }) =>
      message?.includes('no konnector'),
    );
    expect(waiting.message).toContain('asks for secrets, without a decision');
    await one.markBindingReady();
    await one.waitForCondition('Ready', isTrue);
    const key = { namespace: one.namespace, name: names.clusterBinding };
    expect(
      (await admin.get(bindResources.clusterBindings, key))?.spec,
    ).toMatchObject({ kubeconfigSecretRef: { name: 'kubeconfig' } });
  });

  it('lets the konnector of its namespace use the bindings and the Lease there', async () => {
    const one = await createAppCluster('permitted', { apiExports: [] });
    await one.waitForCondition('NamespaceReady', isTrue);
    const { namespace } = one;
    const binder = { namespace, name: names.binder };
    const { token } = await admin.createToken(binder, {
      expirationSeconds: 600,
    });
    const konnector = clientOf(
      (await plane.cluster.user('nobody'))
        .replace(/client-certificate-data: .*/, `token: ${token}`)
        .replace(/ *client-key-data: .*\n/, ''),
    );
    const bindings = { group: names.group, resource: 'apiservicebindings' };
    const may = (question: { verb: string; namespace?: string }) =>
      konnector.canI({ ...bindings, ...question });
    await eventually('the rights count', () =>
      may({ verb: 'patch', namespace }),
    );
    expect(await may({ verb: 'patch' })).toBe(false);
    expect(await may({ verb: 'delete', namespace })).toBe(false);
    await konnector.close();
  });

  it('applies a rotated Secret, and keeps the old kubeconfig when the new one is invalid', async () => {
    const one = await createAppCluster('rotated', { apiExports: [] });
    await one.waitForCondition('Ready', isTrue);
    await one.putSecret(uploadedKubeconfig('second'));
    await eventually('the copy follows', async () =>
      (await one.copy())?.includes('token-second'),
    );
    await one.putSecret('garbage');
    await one.waitForCondition('SecretValid', isFalse);
    expect(await one.copy()).toContain('token-second');
    await one.putSecret(uploadedKubeconfig('second'));
    await one.waitForCondition('Ready', isTrue);
  });

  it('B29: accepts claims where it is configured to, including later ones', async () => {
    const one = await readyAppCluster('accepting');
    const states = async () =>
      (await one.apiBinding())?.spec?.permissionClaims?.map(
        ({ resource, state }) => `${resource} ${state}`,
      ) ?? [];
    const accept = (value: string | null) =>
      one.patch({
        metadata: { annotations: { [annotations.acceptClaims]: value } },
      });
    expect(await states()).toEqual([]);
    await accept('all');
    await eventually('the claim is accepted', async () =>
      (await states()).includes('secrets Accepted'),
    );
    await plane.offer([secretsClaim, configMapsClaim]);
    try {
      await eventually('the later claim is accepted', async () =>
        (await states()).includes('configmaps Accepted'),
      );
      await accept(null);
      await eventually(
        'later claims are no longer accepted',
        async () =>
          (await one.apiBinding())?.metadata.annotations?.[
            annotations.acceptClaims
          ] === undefined,
      );
    } finally {
      await plane.offer([secretsClaim]);
    }
  });

  it("B12c: deploys the operator's konnector, and writes nothing while nothing changes", async () => {
    const overrides = { resources: { limits: { memory: '1Gi' } } };
    const one = await createAppCluster('deployed', {
      apiExports: [],
      konnector: { deploy: true, overrides },
    });
    await one.waitForCondition('KonnectorDeployed', isTrue);
    const deployed = await konnectorIn(one.namespace);
    expect(JSON.stringify(deployed?.spec)).toContain(konnectorImage);
    expect(JSON.stringify(deployed?.spec)).toContain('"memory":"1Gi"');

    const isAbout = ({ namespace, name }: UsedVerb) =>
      namespace === one.namespace ||
      name === one.namespace ||
      (namespace === bindingNamespace && name === 'deployed');
    const count = (resource: string | undefined, ...verbs: string[]) =>
      used.filter(
        call =>
          isAbout(call) &&
          verbs.includes(call.verb) &&
          (!resource || call.resource === resource),
      ).length;
    const writes = () => count(undefined, 'create', 'patch', 'delete');
    const reconciled = async (times: number) => {
      const reads = () => count('apps/deployments', 'get');
      const from = reads();
      await eventually(
        'the Deployment is reconciled again',
        async () => reads() >= from + times,
      );
    };
    await one.waitForCondition('Ready', isTrue);
    await reconciled(2); // By then all controllers have completed the creation.
    const before = writes();
    expect(before).toBeGreaterThan(0);
    await reconciled(3);
    expect(writes()).toBe(before);
  });

  itLong(
    'corrects drift of the Deployment and of the rights of the konnector',
    async () => {
      const one = await createAppCluster('drifted', {
        apiExports: [],
        konnector: { deploy: true },
      });
      await one.waitForCondition('KonnectorDeployed', isTrue);
      expect((await driftRoleBinding(one)).subjects).toEqual([
        {
          kind: 'ServiceAccount',
          name: names.binder,
          namespace: one.namespace,
        },
      ]);
      await admin.mergePatch(
        deployments,
        { namespace: one.namespace, name: names.konnector },
        { spec: { template: { spec: { serviceAccountName: 'default' } } } },
      );
      await eventually('the Deployment is corrected', async () =>
        JSON.stringify(await konnectorIn(one.namespace)).includes(
          `"serviceAccountName":"${names.binder}"`,
        ),
      );
    },
  );

  it('B12b: runs no image or command named by its author', async () => {
    const one = await createAppCluster('overridden', {
      apiExports: [],
      konnector: { deploy: true },
    });
    await one.waitForCondition('KonnectorDeployed', isTrue);
    const overrides = { image: 'evil', command: ['sh'] };
    await one.patch({ spec: { konnector: { overrides } } });
    const found = await one.waitForCondition(
      'KonnectorDeployed',
      ({ message }) => message?.includes('command, image'),
    );
    expect(found.reason).toBe('KonnectorDeploymentFailed');
    expect(JSON.stringify(await konnectorIn(one.namespace))).not.toContain(
      'evil',
    );
    await undeploy(one);
    await one.waitForCondition('Ready', isTrue);
  });

  // Kubernetes takes several seconds to delete a namespace, so the tests that wait for a deletion run concurrently.
  it.concurrent('unbinds an API that is removed from it, and only then deletes its export', async () => {
    const kept = await unbind(await readyAppCluster('unbound'));
    expect(kept).toBeDefined();
    expect(kept?.metadata.deletionTimestamp).toBeUndefined();
  });

  it.concurrent('is deleted after its bindings, with its cluster namespace', async () => {
    const one = await readyAppCluster('deleted');
    await claimNamespace(one);
    await one.delete();
    const waiting = await one.waitForCondition('Removed', isFalse);
    expect(waiting.message).toContain(`Waits until ${exportName} are unbound`);
    expect(await one.clusterNamespace()).not.toHaveProperty(
      'metadata.deletionTimestamp',
    );
    await one.removeBindingFinalizer();
    await one.waitForDeletion();
    expect(await one.clusterNamespace()).toBeUndefined();
  });

  itLong(
    'deletes the cluster namespace of a lost app cluster when it has the annotation abandon-app-cluster',
    async () => {
      const one = await readyAppCluster('lost');
      await one.delete();
      const waiting = await one.waitForCondition('Removed', isFalse);
      expect(waiting.message).toContain('No konnector is running');
      await one.patch(abandonAppClusterPatch);
      await one.waitForDeletion();
      expect(await one.clusterNamespace()).toBeUndefined();
    },
  );

  itLong('uses exactly the rights of control-plane mode', async () => {
    const one = await readyAppCluster('complete', {
      konnector: { deploy: true },
    });
    await driftRoleBinding(one);
    await undeploy(one);
    await unbind(one);
    await claimNamespace(one);
    await one.delete();
    await eventually(
      'the APIServiceNamespace is deleted',
      async () => !(await serviceNamespaceIn(one.namespace)),
    );

    const passedOn = new Set([...bindingRules, leaseRule]);
    const granted = appClusterBindingRoles()
      .flatMap(({ rules }) => rules ?? [])
      .filter(rule => !passedOn.has(rule));
    expect(granted).not.toEqual([]);
    expect(unusedRights(granted, used)).toEqual([]);
  });
});

it('B12c: reports a failed step although the reconciliation fails', async () => {
  const overrides = { resources: { limits: { memory: '1Mi' } } }; // The limit is lower than the request.
  const failing = await createAppCluster('failing', {
    konnector: { deploy: true, overrides },
  });
  const found = await failing.waitForCondition('KonnectorDeployed', isFalse);
  expect(found.reason).toBe('KonnectorDeploymentFailed');
  expect(found.message).toMatch(/memory.*retries this automatically/s);
  await failing.waitForCondition('SecretValid', isTrue);
});

it('C55: reports an unreadable kubeconfig, and creates nothing', async () => {
  const garbage = appCluster(plane, bindingNamespace, 'garbage');
  await garbage.putSecret('canary: {');
  await garbage.create();
  const found = await garbage.waitForCondition('SecretValid', isFalse);
  expect(found).toMatchObject({ reason: 'KubeconfigSecretInvalid' });
  expect(found.message).not.toContain('canary');
  expect(await garbage.clusterNamespace()).toBeUndefined();
  await garbage.delete();
  await garbage.waitForDeletion();
});

it('B12b: a Secret of another namespace is not read, and not copied', async () => {
  const thief = appCluster(plane, bindingNamespace, 'thief');
  const reference = {
    namespace: 'other',
    name: 'kubeconfig-thief',
    key: 'kubeconfig' as const,
  };
  await thief.putSecret(uploadedKubeconfig('stolen'), 'other');
  await thief.create({ kubeconfigSecretRef: reference });
  const found = await thief.waitForCondition('SecretValid', isFalse);
  expect(found.reason).toBe('KubeconfigSecretInvalid');
  expect(found.message).toContain('Only a Secret in the namespace');
  expect(await thief.copy()).toBeUndefined();
  await thief.delete();
  await thief.waitForDeletion();
});

it('B12b: gives a-b with c and a with b-c separate cluster namespaces', async () => {
  const hashed = await Promise.all(
    [
      ['a-b', 'c'],
      ['a', 'b-c'],
    ].map(async ([where = '', name = '']) => {
      const made = appCluster(plane, where, name);
      await made.putSecret(uploadedKubeconfig(name));
      await made.create({ apiExports: [] });
      await made.waitForCondition('NamespaceReady', isTrue);
      const { items } = await admin.list(core.namespaces, {
        labelSelector: `${labels.appClusterBindingNamespace}=${where}`,
      });
      return items.map(({ metadata }) => metadata.name);
    }),
  );
  expect(new Set(hashed.flat()).size).toBe(2);
});

it('B12b: neither adopts nor deletes a foreign namespace', async () => {
  const squatted = appCluster(plane, bindingNamespace, 'squatted');
  await makeNamespace(squatted.namespace);
  await squatted.putSecret(uploadedKubeconfig('squatted'));
  await squatted.create();
  const found = await squatted.waitForCondition('NamespaceReady', isFalse);
  expect(found.message).toContain('was not created for this AppClusterBinding');
  expect(await squatted.copy()).toBeUndefined();
  await squatted.delete();
  await squatted.waitForDeletion();
  expect(await squatted.clusterNamespace()).not.toHaveProperty(
    'metadata.deletionTimestamp',
  );
});
