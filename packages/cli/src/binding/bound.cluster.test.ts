/** The commands for an app cluster whose APIs are bound, on real clusters, with our backend and the konnector. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  bindResources,
  konnectorApiRole,
  names,
  parseApiName,
} from '@klutch/bind-api';
import { core, isEstablished, type KubeObject } from '@klutch/kube';
import { waitFor } from '@klutch/local-processes';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { machineAudience } from '@klutch/binding-backend/src/testing/__testUtils__/realProvider';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { checkNames, type Finding } from '../doctor/Finding';
import { apis, BindingClusters } from './__testUtils__/bindingClusters';
import { runCommand } from './__testUtils__/runCommand';

jest.setTimeout(180_000);

const namespace = names.appClusterNamespace;
let test: BindingClusters;

beforeAll(async () => {
  test = await BindingClusters.start('cli-bound');
  const { error } = await test.bindAsMachine([
    ...['--api', apis.databases, '--api', apis.caches, '--yes'],
  ]);
  if (error) throw error;
});
afterAll(() => test?.stop());

describe('the konnector', () => {
  it('is installed, updated, and serves what is bound', async () => {
    const first = await test.run(['konnector', 'install']);
    expect(first.error).toBeUndefined();
    expect(first.stdout).toContain('deployment/konnector applied\n');
    const second = await test.run(['konnector', 'upgrade', '--image', 'x:1']);
    expect(second.error).toBeUndefined();
    await test.startKonnector();
    await waitFor(
      async () =>
        isEstablished(
          await test.clusters.apps.get(core.customResourceDefinitions, {
            name: apis.databases,
          }),
        ),
      { what: 'the CRD is established', timeoutMs: 90_000 },
    );
  });

  it('is shown by status', async () => {
    await waitFor(
      async () => {
        const { stdout } = await test.run(['status', '-o', 'wide']);
        return stdout
          .split('\n')
          .some(line => /databases.*Test provider\s+True\s+True/.test(line));
      },
      { what: 'status shows a ready binding', timeoutMs: 60_000 },
    );
    const json = await test.run(['status', '-o', 'json']);
    expect(JSON.parse(json.stdout).items).toHaveLength(2);
  });

  it('is shown by status --watch until Ctrl-C, with what changes', async () => {
    const interruption = new AbortController();
    const key = { namespace, name: apis.caches };
    let isPatched = false;
    const { error, stdout } = await test.run(['status', '--watch'], {
      signal: interruption.signal,
      onStdout: text => {
        if (text.includes('Renamed')) interruption.abort();
        if (isPatched) return;
        isPatched = true;
        void test.clusters.apps.mergePatch(
          bindResources.bindings,
          key,
          { status: { providerPrettyName: 'Renamed' } },
          { subresource: 'status' },
        );
      },
    });
    expect(error).toBeUndefined();
    expect(stdout).toMatch(/^API +PROVIDER/);
    expect(stdout).toMatch(/caches\S+ +Renamed/);
  });

  it('tells with status <api> which objects are not in step', async () => {
    const name = 'n'.repeat(63);
    const { apps } = test.clusters;
    await apps.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    });
    await apps.raw(
      'POST',
      `/apis/example.test/v1/namespaces/${name}/databases`,
      {
        apiVersion: 'example.test/v1',
        kind: 'Database',
        metadata: { name: 'orders', namespace: name },
        spec: {},
      },
    );
    await waitFor(
      async () => {
        const { stdout } = await test.run(['status', apis.databases]);
        return /databases\S+ +n+\/orders +NameTooLong +\S/.test(stdout);
      },
      { what: 'status names the object', timeoutMs: 30_000 },
    );
    const { error } = await test.run(['status', 'a.b']);
    expect(error?.message).toMatch(/"a.b" is not bound/);
  });

  it('has its version shown by version', async () => {
    const { error, stdout } = await test.run(['version']);
    expect(error).toBeUndefined();
    expect(stdout).toMatch(
      /^Client Version: v\d\S+\nKonnector Version: 1\nServer Version: v1\.\d+/,
    );
  });

  it('is checked by doctor, which prints no credentials', async () => {
    const written = await test.kubeconfig();
    const { error, stdout } = await test.run([
      'doctor',
      '--backend',
      test.url,
      '--issuer',
      test.identities.issuer,
      '-o',
      'json',
    ]);
    expect(error).toBeUndefined();
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    expect(findings.filter(({ status }) => status === 'Failed')).toEqual([]);
    expect([...new Set(findings.map(({ check }) => check))]).toEqual(
      checkNames.filter(
        name => !['Addresses', 'Crossplane', 'Policies'].includes(name),
      ),
    );
    expect(stdout).not.toContain(
      /token: (\S+)/.exec(written)?.[1] ?? 'missing',
    );
  });

  it('has its missing rights named by doctor', async () => {
    const { apps } = test.clusters;
    const key = { name: `klutch-konnector-${apis.caches}` };
    const role = await apps.get(core.clusterRoles, key);
    await apps.delete(core.clusterRoles, key);
    let report = '';
    await waitFor(
      async () => {
        report = (await test.run(['doctor'])).stdout;
        return report.includes('missing');
      },
      { what: 'doctor names the right', timeoutMs: 20_000 },
    );
    expect(report).toMatch(
      /Failed +Rights +rights of the konnector on the app cluster: missing .*caches.example.test.*konnector upgrade/,
    );
    const { labels, name } = role?.metadata ?? {};
    await apps.create(core.clusterRoles, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { labels, name },
      rules: role?.rules ?? [],
    });
  });

  it('lets doctor name the right that is missing for a check', async () => {
    const nobody = await test.clusters.cluster.user('doctor');
    const { error, stdout } = await runCommand(nobody, ['doctor']);
    expect(error).toBeUndefined();
    expect(stdout).toMatch(
      /Warning +CRDs .*cannot list resource "\w+".*--context/,
    );
    expect(stdout).toMatch(/OK +Clock +app cluster/);
    const version = await runCommand(nobody, ['version']);
    expect(version.stderr).toMatch(/may not list Deployments/);
    expect(version.stdout).toMatch(/Server Version: v1/);
    expect(stdout).toMatch(/Failed +Rights +your rights/);
  });

  it('lets doctor check a control plane', async () => {
    const { kubeconfig: plane } = test.clusters.plane.cluster;
    const { stdout } = await runCommand(plane, ['doctor']);
    expect(stdout).toMatch(/OK +CRDs +control plane: clusterbindings/);
    expect(stdout).toMatch(/OK +Heartbeats +app cluster of/);
    expect(stdout).toMatch(/Failed +Crossplane .*not installed/);
  });

  it('is not deleted while something is bound', async () => {
    const { error } = await test.run(['konnector', 'uninstall', '--yes']);
    expect(error?.message).toMatch(/bound.*kubectl klutch unbind/);
  });
});

describe('approve', () => {
  const approve = (options = {}) =>
    test.run(['approve', apis.caches, '7'], options);
  const key = { namespace, name: apis.caches };
  const approval = async () => {
    const binding = await test.clusters.apps.get(bindResources.bindings, key);
    return binding?.metadata.annotations?.[
      'klutch.anynines.com/approve-deletions'
    ];
  };

  it('refuses when no deletions wait, and what is no number', async () => {
    expect((await approve()).error?.message).toMatch(/No deletions .* wait/);
    const { error } = await test.run(['approve', apis.caches, '-1']);
    expect(error).toBeDefined();
  });

  it('approves the number when they wait and the user agrees', async () => {
    await test.stopKonnector();
    const condition = {
      type: 'Syncing',
      status: 'False' as const,
      reason: 'DeletionsPaused',
      message: '7 deletions wait.',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    };
    await test.clusters.apps.mergePatch(
      bindResources.bindings,
      key,
      { status: { conditions: [condition] } },
      { subresource: 'status' },
    );
    const declined = await approve({ answer: false });
    expect(declined.error?.message).toMatch(/Nothing was approved/);
    expect(await approval()).toBeUndefined();
    const { error, stderr } = await approve({ answer: true });
    expect(error).toBeUndefined();
    expect(stderr).toContain('7 deletions wait.');
    expect(await approval()).toBe('7');
    await test.startKonnector();
  });
});

describe('commands for the control plane', () => {
  it('clusters lists app clusters with their konnector', async () => {
    const { kubeconfig: plane } = test.clusters.plane.cluster;
    const { error, stdout } = await runCommand(plane, [
      ...['clusters', '-o', 'wide'],
    ]);
    expect(error).toBeUndefined();
    const [tenant] = await test.tenants();
    expect(stdout).toMatch(
      /^NAMESPACE +READY +KONNECTOR +HEARTBEAT .*IDENTITY/,
    );
    expect(stdout).toMatch(
      new RegExp(
        `${tenant?.metadata.name} +\\w+ +v\\d.*${test.identities.machine.clientId}`,
      ),
    );
  });

  it('backend roles passes its flags to the command of the backend', async () => {
    const own = await test.run(['backend', 'roles', '--user', 'klutch-x']);
    expect(own.error).toBeUndefined();
    expect(own.stdout).toMatch(/kind: User\n +name: klutch-x/);
    const portal = await test.run(['backend', 'roles', '--portal']);
    expect(portal.error?.message).toMatch(/--impersonate-user/);
  });
});

describe('unbind', () => {
  it('asks, and refuses what is not bound', async () => {
    const unknown = await test.run(['unbind', 'a.b', '--yes']);
    expect(unknown.error?.message).toMatch(/"a.b" is not bound. Bound are: /);
    const declined = await test.run(['unbind', apis.caches], { answer: false });
    expect(declined.error?.message).toMatch(/Nothing was unbound/);
    expect(await test.bindings()).toHaveLength(2);
  });

  it('waits until the konnector has finished, and removes its rights', async () => {
    const { error, stdout } = await test.run([
      'unbind',
      apis.caches,
      apis.databases,
      '--yes',
    ]);
    expect(error).toBeUndefined();
    expect(stdout).toBe(`${apis.caches} unbound\n${apis.databases} unbound\n`);
    const role = { name: `klutch-konnector-${apis.caches}` };
    expect(
      await test.clusters.apps.get(core.clusterRoles, role),
    ).toBeUndefined();
  });

  it('removes rights that an interrupted one has left', async () => {
    const { apps } = test.clusters;
    const role = konnectorApiRole(parseApiName(apis.caches), []);
    await apps.create(core.clusterRoles, role as KubeObject);
    const { error, stdout } = await test.run(['unbind', apis.caches, '--yes']);
    expect(error).toBeUndefined();
    expect(stdout).toBe(`${apis.caches} unbound\n`);
    expect(
      await apps.get(core.clusterRoles, { name: role.metadata.name ?? '' }),
    ).toBeUndefined();
  });

  it('lets the konnector be uninstalled', async () => {
    const { error, stdout } = await test.run(['konnector', 'uninstall', '-y']);
    expect(error).toBeUndefined();
    expect(stdout).toContain('deployment/konnector deleted\n');
    expect(
      await test.clusters.apps.get(core.namespaces, { name: namespace }),
    ).toBeDefined();
  });
});

describe('bind --non-interactive', () => {
  it('binds with client credentials, and shows no secret', async () => {
    const { error, stderr, stdout } = await test.bindAsMachine([
      '--api',
      apis.databases,
      '--yes',
    ]);
    expect(error).toBeUndefined();
    expect(stdout).toContain(`${apis.databases} bound`);
    const { clientSecret } = test.identities.machine;
    expect(stdout + stderr).not.toContain(clientSecret);
  });

  it.each([
    [['--api', 'nothing.example.test'], /nothing/],
    [[], /--api/],
    [['--api', apis.databases, '--refresh'], /--refresh/],
  ])('with %j says what to do', async (args, message) => {
    expect((await test.bindAsMachine(args)).error?.message).toMatch(message);
  });

  itLong(
    'in a process of its own takes client credentials from variables, and merges with what was bound',
    async () => {
      const { clientId, clientSecret } = test.identities.machine;
      const args = [
        join(__dirname, '../../bin/kubectl-klutch'),
        ...['--kubeconfig', test.clusters.cluster.kubeconfigPath],
        ...['bind', test.url, '--non-interactive', '--api', apis.caches],
        ...['--scope', 'bind', '--resource', machineAudience, '--yes'],
      ];
      const { stdout } = await promisify(execFile)(process.execPath, args, {
        env: {
          PATH: process.env.PATH,
          OIDC_ISSUER_URL: test.identities.issuer,
          OIDC_CLIENT_ID: clientId,
          OIDC_CLIENT_SECRET: clientSecret,
        },
      });
      expect(stdout).toBe(
        `apiservicebinding.klutch.anynines.com/${apis.caches} bound\n`,
      );
      const status = await test.run(['status', '-o', 'name']);
      expect(status.stdout.trim().split('\n')).toHaveLength(2);
    },
  );
});
