/** The commands that bind, on real clusters, with our backend, a real identity provider and the konnector. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  annotations,
  bindResources,
  konnectorApiRole,
  names,
  parseApiName,
  type APIServiceBinding,
} from '@klutch/bind-api';
import {
  core,
  decodeSecretData,
  isEstablished,
  type KubeObject,
} from '@klutch/kube';
import { waitFor } from '@klutch/local-processes';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { machineAudience } from '@klutch/binding-backend/src/testing/__testUtils__/realProvider';
import { checkNames, type Finding } from '../doctor/Finding';
import { apis, BindingClusters } from './__testUtils__/bindingClusters';
import { navigate } from './__testUtils__/navigate';
import { startReferenceProvider } from './__testUtils__/referenceProvider';
import { runCommand } from './__testUtils__/runCommand';

jest.setTimeout(180_000);

const namespace = names.appClusterNamespace;
let test: BindingClusters;

beforeAll(async () => {
  test = await BindingClusters.start('cli-bind');
});
afterAll(() => test?.stop());

const statesOf = ({ spec }: APIServiceBinding) =>
  Object.fromEntries(
    (spec?.permissionClaims ?? []).map(({ resource, state }) => [
      resource,
      state,
    ]),
  );

const tenants = async () => {
  const { items } = await test.clusters.plane.admin.list(core.namespaces);
  return items.filter(
    ({ metadata }) => metadata.annotations?.[annotations.identity],
  );
};

const kubeconfig = async () => {
  const [name = ''] = await test.secrets();
  const secret = await test.clusters.apps.get(core.secrets, {
    namespace,
    name,
  });
  return decodeSecretData(secret?.data ?? {})[names.kubeconfigKey] ?? '';
};

const requestFile = async (...resources: string[]) => {
  const file = join(test.folder, 'requests.yaml');
  const documents = resources.map(resource =>
    JSON.stringify({
      apiVersion: names.apiVersion,
      kind: 'APIServiceExportRequest',
      metadata: { name: `${resource}.example.test` },
      spec: { resources: [{ group: 'example.test', resource }] },
    }),
  );
  await writeFile(file, documents.join('\n---\n'));
  return file;
};

/** The environment of a pipeline. */
const asMachine = async (args: string[]) => {
  const { clientId, clientSecret } = test.identities.machine;
  const file = join(test.folder, 'client-secret');
  await writeFile(file, `${clientSecret}\n`);
  return test.run([
    'bind',
    test.url,
    '--non-interactive',
    '--issuer',
    test.identities.issuer,
    '--client-id',
    clientId,
    '--client-secret-file',
    file,
    '--scope',
    'bind',
    '--resource',
    machineAudience,
    ...args,
  ]);
};

describe('bind', () => {
  it('B31: a dry run has no side effects', async () => {
    const { error, stdout } = await test.run(['bind', test.url, '--dry-run']);
    expect(error).toBeUndefined();
    expect(stdout).toContain('can be bound (dry run)');
    expect(
      await test.clusters.apps.get(core.namespaces, { name: namespace }),
    ).toBeUndefined();
    expect(await tenants()).toEqual([]);
  });

  it('writes nothing but its namespace when the user interrupts or nobody signs in, and can be run again', async () => {
    const interrupted = await test.run(['bind', test.url, '--no-browser'], {
      signal: AbortSignal.timeout(2_000),
    });
    expect(interrupted.error?.message).toMatch(/Interrupted/);
    const late = await test.run([
      'bind',
      test.url,
      '--no-browser',
      '--timeout',
      '1s',
    ]);
    expect(late.error?.message).toMatch(/Nobody signed in/);
    expect(await test.secrets()).toEqual([]);
    expect(await tenants()).toEqual([]);
  });

  it('binds nothing when there is nobody to ask about claims, and can be run again', async () => {
    const browse = test.browse([apis.databases]);
    const { error } = await test.run(['bind', test.url], { browse });
    expect(error?.message).toMatch(/no terminal to ask at/);
    expect(await test.secrets()).toEqual([]);
  });

  it('binds several APIs after a sign-in and the answers to their claims', async () => {
    const questions: string[] = [];
    const { error, stderr, stdout } = await test.run(['bind', test.url], {
      browse: test.browse([apis.databases, apis.caches]),
      answer: question => {
        questions.push(question);
        return true;
      },
    });
    expect(error).toBeUndefined();
    expect(questions).toHaveLength(4);
    expect(stdout).toBe(
      [apis.databases, apis.caches]
        .map(api => `apiservicebinding.klutch.anynines.com/${api} bound\n`)
        .join(''),
    );
    const bindings = await test.bindings();
    expect(bindings.map(statesOf)).toEqual([
      { secrets: 'Accepted', configmaps: 'Accepted' },
      { secrets: 'Accepted', configmaps: 'Accepted' },
    ]);
    const [tenant] = await tenants();
    const written = await kubeconfig();
    expect(written).toContain(tenant?.metadata.name);
    const token = /token: (\S+)/.exec(written)?.[1] ?? 'missing';
    expect(stdout + stderr).not.toContain(token);
    expect(stderr).not.toMatch(/verifier|response=/);
  });

  it('B31: run again, updates existing bindings and creates no duplicates', async () => {
    const before = await test.secrets();
    const { error } = await test.run(
      ['bind', test.url, '--reject-claim', 'configmaps', '--yes'],
      { browse: test.browse([apis.databases]) },
    );
    expect(error).toBeUndefined();
    expect(await test.secrets()).toEqual(before);
    expect(await tenants()).toHaveLength(1);
    const [caches, databases] = await test.bindings();
    expect(databases && statesOf(databases)).toEqual({
      secrets: 'Accepted',
      configmaps: 'Rejected',
    });
    expect(caches && statesOf(caches)).toMatchObject({
      configmaps: 'Accepted',
    });
  });

  it('--refresh renews the credentials only', async () => {
    const before = await kubeconfig();
    const resources = (await test.bindings()).map(
      ({ metadata }) => metadata.resourceVersion,
    );
    const [secret = ''] = await test.secrets();
    await test.clusters.apps.mergePatch(
      core.secrets,
      { namespace, name: secret },
      {
        data: {
          kubeconfig: Buffer.from(
            before.replace(/token: .*/, 'token: expired'),
          ).toString('base64'),
        },
      },
    );
    const { error, stdout } = await test.run(['bind', test.url, '--refresh'], {
      browse: test.browse([]),
    });
    expect(error).toBeUndefined();
    expect(stdout).toContain(`${apis.databases} refreshed`);
    expect(await kubeconfig()).not.toContain('token: expired');
    expect(
      (await test.bindings()).map(({ metadata }) => metadata.resourceVersion),
    ).toEqual(resources);
  });

  it('refuses a user without rights before anybody signs in', async () => {
    const nobody = await test.clusters.cluster.user('nobody');
    const { error } = await runCommand(nobody, ['bind', test.url]);
    expect(error?.message).toMatch(/You may not list secrets.*--context/);
  });

  it('binds with the response of a reference backend', async () => {
    const reference = await startReferenceProvider({
      kubeconfig: await kubeconfig(),
    });
    try {
      const { error, stdout } = await test.run(
        ['bind', reference.url, '--yes', '-o', 'name'],
        { browse: async url => void navigate(url).catch(() => undefined) },
      );
      expect(error).toBeUndefined();
      expect(stdout).toBe(
        `apiservicebinding.klutch.anynines.com/${apis.databases}\n`,
      );
    } finally {
      await reference.stop();
    }
  });
});

describe('bind apiservice', () => {
  it('B31: takes several requests from one file, and updates their bindings', async () => {
    const [secret = ''] = await test.secrets();
    const file = await requestFile('databases', 'caches');
    const { error, stdout } = await test.run([
      'bind',
      'apiservice',
      '-f',
      file,
      '--remote-kubeconfig-name',
      secret,
      '--reject-claim',
      'secrets',
      '--yes',
    ]);
    expect(error).toBeUndefined();
    expect(stdout.match(/ bound\n/g)).toHaveLength(2);
    expect((await test.bindings()).map(statesOf)).toEqual([
      { secrets: 'Rejected', configmaps: 'Accepted' },
      { secrets: 'Rejected', configmaps: 'Accepted' },
    ]);
  });

  it('B31: refreshes the kubeconfig in the existing Secret', async () => {
    const fresh = await kubeconfig();
    const before = await test.secrets();
    const file = join(test.folder, 'kubeconfig');
    await writeFile(file, `${fresh}# renewed\n`);
    const { error } = await test.run([
      'bind',
      'apiservice',
      '-f',
      await requestFile('databases'),
      '--remote-kubeconfig',
      file,
      '--yes',
    ]);
    expect(error).toBeUndefined();
    expect(await test.secrets()).toEqual(before);
    expect(await kubeconfig()).toContain('# renewed');
  });

  it('B31: a dry run lets the control plane check, and writes nothing', async () => {
    const [secret = ''] = await test.secrets();
    const { admin } = test.clusters.plane;
    const count = async () =>
      (await admin.list(bindResources.requests)).items.length;
    const before = await count();
    const args = ['bind', 'apiservice', '--dry-run=server', '-f'];
    const from = ['--remote-kubeconfig-name', secret];
    const good = await test.run([
      ...args,
      await requestFile('databases'),
      ...from,
    ]);
    expect(good.error).toBeUndefined();
    expect(good.stdout).toContain(
      '1 export request(s) accepted (server dry run)',
    );
    const bad = await test.run([...args, await requestFile('9!'), ...from]);
    expect(bad.error?.message).toMatch(/resource/);
    expect(await count()).toBe(before);
  });

  it.each([
    ['', /no export request/],
    ['a: [', /neither YAML nor JSON/],
    ['{"apiVersion":"v1","kind":"Secret","metadata":{}}', /is invalid/],
  ])('refuses a file with %j', async (content, message) => {
    const file = join(test.folder, 'wrong.yaml');
    await writeFile(file, content);
    const { error } = await test.run(['bind', 'apiservice', '-f', file]);
    expect(error?.message).toMatch(message);
  });
});

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
    const written = await kubeconfig();
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
      checkNames.filter(name => name !== 'Crossplane'),
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
    const [tenant] = await tenants();
    expect(stdout).toMatch(
      /^NAMESPACE +READY +KONNECTOR +HEARTBEAT .*IDENTITY/,
    );
    expect(stdout).toMatch(
      new RegExp(`${tenant?.metadata.name} +\\w+ +v\\d.*alice`),
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
    const { error, stderr, stdout } = await asMachine([
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
    expect((await asMachine(args)).error?.message).toMatch(message);
  });
});

describe('the program in a process of its own', () => {
  const bin = join(__dirname, '../../bin/kubectl-klutch');
  const argsOf = (...args: string[]) => [
    bin,
    '--kubeconfig',
    test.clusters.cluster.kubeconfigPath,
    ...args,
  ];

  it('takes client credentials from variables, and merges with what was bound', async () => {
    const { clientId, clientSecret } = test.identities.machine;
    const args = argsOf(
      ...['bind', test.url, '--non-interactive', '--api', apis.caches],
      ...['--scope', 'bind', '--resource', machineAudience, '--yes'],
    );
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
  });

  it('ends at once when the user interrupts the sign-in', async () => {
    const child = spawn(
      process.execPath,
      argsOf('bind', test.url, '--no-browser'),
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let stderr = '';
    child.stderr.on('data', chunk => {
      stderr += chunk;
    });
    const exit = once(child, 'exit');
    await waitFor(() => stderr.includes('/authorize?'), {
      what: 'the address is printed',
      timeoutMs: 60_000,
    });
    child.kill('SIGINT');
    expect((await exit)[0]).toBe(130);
    expect(stderr).toMatch(/error: Interrupted\. Run the command again/);
  });
});
