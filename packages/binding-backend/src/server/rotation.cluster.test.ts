/** The bundled program keeps working when its kubeconfig or token file is replaced and the previous credentials are revoked. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindResources } from '@klutch/bind-api';
import { core, isUnauthorized } from '@klutch/kube';
import { type LocalCluster, borrowCluster } from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
import { parse, stringify } from 'yaml';
import { backendNames } from '../backendNames';
import { renderKubeconfig } from '../tokens/kubeconfig';
import { backendRoleBinding } from '../roles/backendRoles';
import { backendLeaseRole } from '../roles/leaseRole';
import { bundleProgram } from '../testing/__testUtils__/bundle';
import {
  byOperator,
  clientOf,
  eventually,
  startControlPlane,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';

jest.setTimeout(120_000);

const namespace = 'default';
const account = { namespace, name: 'backend' };
const leaseKey = { namespace, name: backendNames.lease };

let plane: TestControlPlane;
let otherCluster: LocalCluster;
let folder: string;
let program: string;
let running: ChildProcess | undefined;

/** A token of the service account that is valid as long as its Secret exists. */
const newToken = async () => {
  const { metadata } = await plane.admin.create(core.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { generateName: 'access-', namespace },
  });
  const { name = '', uid = '' } = metadata;
  const { token } = await plane.admin.createToken(account, {
    expirationSeconds: 3_600,
    boundSecret: { name, uid },
  });
  const kubeconfig = renderKubeconfig(
    { server: plane.cluster.url, caData: plane.cluster.caData },
    namespace,
    token,
  );
  return {
    token,
    kubeconfig,
    /** Resolves when the control plane cluster refuses the token. */
    async revoke() {
      await plane.admin.delete(core.secrets, { namespace, name });
      const client = clientOf(kubeconfig);
      try {
        await eventually('the old token is refused', () =>
          client.get(core.namespaces, { name: namespace }).then(
            () => false,
            error => isUnauthorized(error),
          ),
        );
      } finally {
        await client.close();
      }
    },
  };
};

/** Writes a file atomically. */
const replace = async (name: string, content: string) => {
  const file = join(folder, name);
  await writeFile(`${file}.new`, content, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return file;
};

/** Ways to pass a token to the program, at startup and later. */
const rotations = {
  kubeconfig: (kubeconfig: string) => replace('kubeconfig', kubeconfig),
  async 'token file'(kubeconfig: string) {
    const content = parse(kubeconfig);
    const [{ user }] = content.users;
    const tokenFile = await replace('token', user.token);
    content.users[0].user = { tokenFile };
    return replace('kubeconfig', stringify(content));
  },
};

/** Requests databases for a new app cluster, and waits until the program has processed the request. */
const exportsFor = async (subject: string) => {
  const backend = await plane.backend({ controllers: false });
  const clusterId = `${subject}${Date.now()}`;
  const { namespace: N } = await backend.provision({ subject, clusterId });
  await plane.request(N);
  return eventually(
    `the export of ${subject}`,
    async () => {
      const found = await plane.admin.list(bindResources.exports, {
        namespace: N,
      });
      return found.items.length > 0;
    },
    40_000,
  );
};

const start = async (kubeconfig: string) => {
  const config = {
    controlPlane: { kubeconfig },
    health: '127.0.0.1:0',
    lease: { namespace },
  };
  const file = join(folder, 'config.yaml');
  await writeFile(file, stringify(config));
  const child = spawn(process.execPath, [program, '--config', file]);
  running = child;
  let output = '';
  const collect = (text: Buffer) => {
    output += text.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  await eventually(
    'the program is the leader',
    () => exportsFor('before'),
    40_000,
  );
  return { child, output: () => output };
};

const renewedAt = async () => {
  const lease = await plane.admin.get(core.leases, leaseKey);
  return {
    holder: lease?.spec?.holderIdentity,
    at: Date.parse(lease?.spec?.renewTime ?? ''),
  };
};

beforeAll(async () => {
  plane = await startControlPlane('rotation');
  otherCluster = await borrowCluster({ name: 'elsewhere' });
  folder = await mkdtemp(join(tmpdir(), 'klutch-'));
  program = await bundleProgram(folder);
  await plane.offer();
  const metadata = account;
  await plane.admin.create(core.serviceAccounts, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata,
  });
  const subject = { kind: 'ServiceAccount', ...account };
  const [role, leaseBinding] = backendLeaseRole(subject, namespace);
  await plane.admin.apply(core.roles, role, byOperator);
  await plane.admin.apply(core.roleBindings, leaseBinding, byOperator);
  const binding = backendRoleBinding(subject);
  await plane.admin.apply(
    core.clusterRoleBindings,
    { ...binding, metadata: { name: 'backend-by-service-account' } },
    byOperator,
  );
});
afterEach(async () => {
  if (running?.exitCode === null) {
    running.kill('SIGTERM');
    await once(running, 'exit');
  }
});
afterAll(async () => {
  await plane?.stop();
  await otherCluster?.stop();
  if (folder) await rm(folder, { recursive: true });
});

describeLong.each(['kubeconfig', 'token file'] as const)('its %s', way => {
  it('may be replaced while the program runs', async () => {
    const first = await newToken();
    const { child, output } = await start(
      await rotations[way](first.kubeconfig),
    );
    const { holder } = await renewedAt();

    const second = await newToken();
    await rotations[way](second.kubeconfig);
    const between = exportsFor('between');
    await first.revoke();
    const revokedAt = Date.now();
    expect(await between).toBe(true);
    expect(await exportsFor('after')).toBe(true);
    const renewed = await eventually('the Lease is renewed', async () => {
      const lease = await renewedAt();
      return lease.at > revokedAt && lease;
    });
    expect(renewed.holder).toBe(holder);
    expect(child.exitCode).toBeNull();
    for (const { token } of [first, second]) {
      expect(output()).not.toContain(token);
    }
  });
});

itLong(
  'keeps its connection when the new kubeconfig selects another cluster',
  async () => {
    const { kubeconfig } = await newToken();
    const { output } = await start(await rotations.kubeconfig(kubeconfig));
    await rotations.kubeconfig(otherCluster.kubeconfig);
    await eventually('the refusal is logged', async () =>
      output().includes('The new kubeconfig selects another'),
    );
    expect(await exportsFor('afterwards')).toBe(true);
  },
);
