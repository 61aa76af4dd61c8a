/** The commands that bind, on real clusters, with our backend, a real identity provider and the konnector. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bindResources, names, type APIServiceBinding } from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { waitFor } from '@klutch/local-processes';
import { apis, BindingClusters } from './__testUtils__/bindingClusters';
import { navigate } from './__testUtils__/navigate';
import { startReferenceProvider } from './__testUtils__/referenceProvider';
import { runCommand } from './__testUtils__/runCommand';

jest.setTimeout(180_000);

const bin = join(__dirname, '../../bin/kubectl-klutch');
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

describe('bind', () => {
  it('B31: a dry run has no side effects', async () => {
    const { error, stdout } = await test.run(['bind', test.url, '--dry-run']);
    expect(error).toBeUndefined();
    expect(stdout).toContain('can be bound (dry run)');
    expect(
      await test.clusters.apps.get(core.namespaces, { name: namespace }),
    ).toBeUndefined();
    expect(await test.tenants()).toEqual([]);
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
    expect(await test.tenants()).toEqual([]);
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
    const [tenant] = await test.tenants();
    const written = await test.kubeconfig();
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
    expect(await test.tenants()).toHaveLength(1);
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
    const before = await test.kubeconfig();
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
    expect(await test.kubeconfig()).not.toContain('token: expired');
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
      kubeconfig: await test.kubeconfig(),
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
    const fresh = await test.kubeconfig();
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
    expect(await test.kubeconfig()).toContain('# renewed');
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

itLong(
  'ends at once in a process of its own when the user interrupts the sign-in',
  async () => {
    const child = spawn(
      process.execPath,
      [
        bin,
        '--kubeconfig',
        test.clusters.cluster.kubeconfigPath,
        'bind',
        test.url,
        '--no-browser',
      ],
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
  },
);
