/**
 * Access to real clusters as platform teams have it: a kubeconfig file that is replaced while the portal runs, programs
 * that sign in, and roles that list neither every group nor every person.
 */
import {
  chmod,
  mkdtemp,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portalAppClusterRoles } from '@klutch/binding-backend';
import {
  createClient,
  isForbidden,
  loadKubeConfig,
  type KubeClient,
} from '@klutch/kube';
import { parse, stringify } from 'yaml';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { withAllowedGroups } from './clusters/allowedGroups';
import { kubernetesIdentity } from './identity/kubernetesIdentity';
import {
  apply,
  portalUser,
  startClusters,
  type TestClusters,
} from './testing/__testUtils__/clusters';
import { eventually } from './testing/__testUtils__/eventually';
import { startPortal, type TestPortal } from './testing/__testUtils__/portal';

jest.setTimeout(120_000);

let clusters: TestClusters;
let folder: string;
beforeAll(async () => {
  clusters = await startClusters();
  folder = await mkdtemp(join(tmpdir(), 'klutch-access-'));
});
afterAll(async () => {
  await clusters?.stop();
  await rm(folder, { recursive: true, force: true });
});

const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString();

/**
 * A kubeconfig that signs in by a new program, as `aws`, `gke-gcloud-auth-plugin` and `kubelogin` are named in those of
 * their clouds. The program lies beside the kubeconfig, and records each run.
 */
async function withProgram(kubeconfig: string, program: string) {
  const config = parse(kubeconfig);
  const [{ user }] = config.users;
  const credential = {
    apiVersion: 'client.authentication.k8s.io/v1',
    kind: 'ExecCredential',
    status: {
      clientCertificateData: fromBase64(user['client-certificate-data']),
      clientKeyData: fromBase64(user['client-key-data']),
    },
  };
  const file = join(folder, program);
  await writeFile(`${file}.json`, JSON.stringify(credential), { mode: 0o600 });
  await writeFile(
    file,
    `#!/bin/sh\necho "$* $STAGE" >> "${file}.runs"\ncat "${file}.json"\n`,
  );
  await chmod(file, 0o700);
  config.users[0].user = {
    exec: {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: `./${program}`,
      args: ['get-token'],
      env: [{ name: 'STAGE', value: 'test' }],
      interactiveMode: 'IfAvailable',
      provideClusterInfo: true,
    },
  };
  return stringify(config);
}

/** The arguments and environment of each run of a program. */
const runsOf = (program: string): Promise<string> =>
  readFile(join(folder, `${program}.runs`), 'utf8').catch(() => '');

describeLong('the kubeconfig of the control plane', () => {
  let portal: TestPortal;
  let ofControlPlane: string;

  /** Replaces the file at once, as Kubernetes replaces files of mounted Secrets. */
  async function replace(kubeconfig: string): Promise<string> {
    const file = join(folder, 'control-plane.yaml');
    await writeFile(`${file}.new`, kubeconfig, { mode: 0o600 });
    await rename(`${file}.new`, file);
    return file;
  }

  const isReachable = async () => {
    const { data } = await portal.as('alice').GET('/services');
    return data?.controlPlane.reachable === true;
  };

  beforeAll(async () => {
    ofControlPlane = await clusters.controlPlane.cluster.user(portalUser);
    portal = await startPortal({
      controlPlane: {
        kubeconfig: await replace(await withProgram(ofControlPlane, 'first')),
      },
    });
  });
  afterAll(() => portal?.stop());

  it('may run a program to sign in', async () => {
    await eventually('the control plane is reachable', isReachable);
    expect(await runsOf('first')).toMatch(/^get-token test$/m);
  });

  it('is followed when the file changes', async () => {
    await replace(await withProgram(ofControlPlane, 'second'));
    await eventually('the new program has signed in', async () =>
      (await runsOf('second')).includes('get-token test'),
    );
    const { response } = await portal.as('oscar').GET('/platform/apis');
    expect(response.status).toBe(200);
    expect(await isReachable()).toBe(true);
  });

  it('is not followed to another cluster', async () => {
    await replace(await clusters.appCluster.cluster.user(portalUser));
    await eventually('the refusal is logged', async () =>
      portal.log.some(line => line.includes('selects another')),
    );
    expect(await isReachable()).toBe(true);
    expect(portal.log.join('\n')).not.toContain('PRIVATE KEY');
  });
});

describe('people on an app cluster', () => {
  let portalClient: KubeClient;

  /** Who the API server takes the sender of a request for. */
  const whoAmI = async (client: KubeClient) => {
    const review = (await client.raw(
      'POST',
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'SelfSubjectReview',
      },
    )) as { status: { userInfo: { username: string; groups: string[] } } };
    return review.status.userInfo;
  };

  const isRefused = (client: KubeClient): Promise<boolean> =>
    whoAmI(client).then(
      () => false,
      error => isForbidden(error),
    );

  beforeAll(() => {
    portalClient = createClient(loadKubeConfig(clusters.appClusterKubeconfig));
  });
  afterAll(() => portalClient?.close());

  it("keep their other groups when the portal's role does not list one", async () => {
    const alice = {
      user: 'klutch:alice',
      groups: ['klutch:choir', 'klutch:developers'],
    };
    expect(await isRefused(portalClient.as(alice))).toBe(true);
    const client = withAllowedGroups(portalClient);
    expect(await whoAmI(client.as(alice))).toMatchObject({
      username: 'klutch:alice',
      groups: ['klutch:developers', 'system:authenticated'],
    });
  });

  it('need no change of the role when they are new and share the common user', async () => {
    const commonUser = 'klutch:portal-user';
    const roles = portalAppClusterRoles(portalUser, {
      users: [commonUser],
      groups: ['klutch:developers'],
    });
    await apply(clusters.appCluster.admin, roles);
    const newPerson = (mapping: object) =>
      withAllowedGroups(portalClient).as(
        kubernetesIdentity(
          'user:default/new',
          ['user:default/new', 'group:default/developers'],
          { userPrefix: 'klutch:', groupPrefix: 'klutch:', ...mapping },
        ),
      );
    const withCommonUser = newPerson({ commonUser });
    // The rights are aggregated, and the authorizer receives them through a watch.
    await eventually(
      'the role is in use',
      async () => !(await isRefused(withCommonUser)),
    );
    expect(await whoAmI(withCommonUser)).toMatchObject({
      username: commonUser,
      groups: ['klutch:developers', 'system:authenticated'],
    });
    expect(await isRefused(newPerson({}))).toBe(true);
  });
});
