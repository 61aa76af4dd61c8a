/**
 * Follows docs/custom-data-service.md and docs/modify-data-service.md command by command: a control plane with
 * Crossplane, an app cluster with a konnector, and the portal.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { konnectorIdentity, konnectorRoles, toYaml } from '@klutch/bind-api';
import { startFunction } from '@klutch/composition-function';
import { loadProviderCrds } from '@klutch/crossplane';
import { startKonnector, type Konnector } from '@klutch/konnector';
import { createLogger, loadKubeConfig } from '@klutch/kube';
import {
  resolveBinary,
  startCluster,
  startCrossplane,
} from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { startProviderLocal, type Provider } from '@klutch/provider-local';
import { PortalFixture } from './testing/__testUtils__/PortalFixture';
import { eventually } from './testing/__testUtils__/eventually';

jest.setTimeout(180_000);

const root = join(__dirname, '../../..');
const api = 'featureflags.anynines.com';
const cluster = 'apps-dev';

/** The fenced blocks of a page from a heading on. */
async function blocksOf(page: string, from: string, language: string) {
  const text = await readFile(join(root, 'docs', page), 'utf8');
  const start = text.indexOf(`\n## ${from}\n`);
  if (start < 0) throw new Error(`${page} has no heading "${from}".`);
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms');
  return [...text.slice(start).matchAll(fence)].map(([, block = '']) => block);
}

let fixture: PortalFixture;
let folder: string;
let env: NodeJS.ProcessEnv;
let konnector: Konnector;
let provider: Provider;
const stop = new AbortController();
const silent = (name: string) => createLogger(name, { level: 'silent' });

/** Runs commands as a reader of the page would; throws with their output. */
async function shell(script: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-euo', 'pipefail', '-c', script],
      { cwd: folder, env, timeout: 120_000 },
    );
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${script}\n${stdout}\n${stderr}`);
  }
}

/** A folder in which `npm run` works as in the repository's, and in which files may be written. */
async function createFolder() {
  folder = await mkdtemp(join(tmpdir(), 'klutch-docs-'));
  const { scripts } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  const script: string = scripts['new:data-service'];
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({
      scripts: {
        'new:data-service': script.replace('scripts/', `${root}/scripts/`),
      },
    }),
  );
}

const startControlPlane = async () => {
  const controlPlane = await startCluster({ name: 'control-plane' });
  await startCrossplane(controlPlane, {
    pollSeconds: 1,
    functions: { 'function-patch-and-transform': startFunction },
  });
  return controlPlane;
};

async function startKonnectorOnAppCluster() {
  const { namespace, serviceAccount } = konnectorIdentity;
  const user = `system:serviceaccount:${namespace}:${serviceAccount}`;
  await shell(
    `kubectl --kubeconfig $APP_CLUSTER apply -f - <<'END'\n${toYaml([
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
      ...konnectorRoles(),
    ])}END`,
  );
  konnector = startKonnector({
    appCluster: loadKubeConfig(
      await fixture.clusters.appCluster.cluster.user(user),
    ),
    signal: stop.signal,
    logger: silent('konnector'),
  });
}

async function startProviderOnControlPlane() {
  await shell(
    `kubectl apply -f - <<'END'\n${toYaml(await loadProviderCrds())}END\n` +
      'kubectl wait --for=condition=Established --timeout=60s crd --all',
  );
  provider = await startProviderLocal({
    kubeConfig: loadKubeConfig(
      fixture.clusters.controlPlane.cluster.kubeconfig,
    ),
    dataDir: join(folder, 'provider'),
    signal: stop.signal,
    logger: silent('provider-local'),
  });
}

beforeAll(async () => {
  await createFolder();
  fixture = await PortalFixture.start(startControlPlane);
  const { controlPlane, appCluster } = fixture.clusters;
  const kubectl = await resolveBinary('kubectl');
  env = {
    ...process.env,
    PATH: [dirname(kubectl), process.env.PATH].join(delimiter),
    CONTROL_PLANE: controlPlane.cluster.kubeconfigPath,
    APP_CLUSTER: appCluster.cluster.kubeconfigPath,
    KUBECONFIG: controlPlane.cluster.kubeconfigPath,
  };
  await startProviderOnControlPlane();
  await startKonnectorOnAppCluster();
  await fixture.registered(cluster);
});
afterAll(async () => {
  stop.abort();
  await Promise.all([konnector?.stopped, provider?.stopped]);
  await fixture?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const detail = async () => {
  const { data } = await fixture.alice().GET('/services/{resource}', {
    params: { path: { resource: api } },
  });
  return data;
};

const order = (name: string, spec: Record<string, unknown>, dryRun = false) =>
  fixture.order(
    cluster,
    name,
    {
      resource: api,
      spec: { compositionRef: { name: 'feature-flags' }, ...spec },
    },
    dryRun,
  );

/** Data of a ConfigMap in the developers' namespace on the app cluster. */
const flagsOf = async (name: string) =>
  JSON.parse(
    await shell(
      `kubectl --kubeconfig $APP_CLUSTER get -n team-a configmap ${name}.feature-flags -o jsonpath='{.data}'`,
    ),
  );

/** Runs the commands of a page one after another. */
async function commandsOf(page: string, from: string) {
  const blocks = await blocksOf(page, from, 'sh');
  return {
    runNext: () => shell(blocks.shift() ?? 'false'),
    requireAllRun: () => {
      if (blocks.length > 0) throw new Error(`Not run: ${blocks.join('\n')}`);
    },
  };
}

/** Adds the entries that docs/modify-data-service.md shows to the description. */
async function editDescription() {
  const file = join(folder, 'data-services/feature-flags/service.yaml');
  const description: Record<string, unknown[]> = parse(
    await readFile(file, 'utf8'),
  );
  const additions = await blocksOf(
    'modify-data-service.md',
    'Change the description',
    'yaml',
  );
  for (const block of additions) {
    for (const [field, entries] of Object.entries(parse(block))) {
      description[field]?.push(...(entries as unknown[]));
    }
  }
  await writeFile(file, stringify(description));
}

const waitUntilReady = (name: string) =>
  eventually(`${name} is ready`, async () => {
    const { data } = await fixture.claim(cluster, api, name);
    return data?.state === 'Ready';
  });

describeLong('docs/custom-data-service.md', () => {
  let generated: string;
  let validation: string;
  let tried: string;
  let delivered: unknown;

  beforeAll(async () => {
    const { runNext, requireAllRun } = await commandsOf(
      'custom-data-service.md',
      '1. Describe the service',
    );
    generated = await runNext();
    validation = await runNext();
    tried = await runNext();
    await runNext();
    await eventually(
      'the service is listed',
      async () => (await fixture.service(api)) !== undefined,
    );
    const { error } = await fixture.bind(cluster, api);
    if (error) throw new Error(JSON.stringify(error));
    await fixture.waitUntilOrderable(cluster, [api]);
    await runNext();
    await runNext();
    delivered = await flagsOf('shop');
    await runNext();
    requireAllRun();
  });

  it('generates the manifests from the description', () => {
    expect(generated).toContain('files to data-services/feature-flags');
  });

  it('validates what the API accepts and refuses', () => {
    expect(validation.match(/^accepted /gm)).toHaveLength(6);
    expect(validation.match(/^refused /gm)).toHaveLength(6);
  });

  it('tries an instance on the control plane', () => {
    expect(tried).toMatch(/my-feature-flags +flags-1 +preview/);
    expect(tried).toContain('refreshSeconds: "5"');
  });

  it('offers the service in the portal, which knows nothing of it', async () => {
    expect(await fixture.service(api)).toMatchObject({
      kind: 'FeatureFlags',
      type: 'instance',
      title: 'Feature flags',
      icon: expect.stringMatching(/^data:image\/svg/),
      docsUrl: 'https://openfeature.dev/docs/reference/intro',
      relatedApis: {},
      versions: [{ value: 'flags-1', title: 'Format 1' }],
    });
  });

  it('shows plans and parameters in the form', async () => {
    expect(await detail()).toMatchObject({
      plans: [
        {
          value: 'preview',
          title: 'Preview',
          description: 'Applications look for changes every 5 seconds.',
        },
        { value: 'stable', title: 'Stable' },
      ],
      defaultComposition: 'feature-flags',
      schema: {
        properties: {
          spec: {
            properties: {
              parameters: {
                properties: {
                  newCheckout: { title: 'New checkout', type: 'boolean' },
                  rollout: {
                    title: 'Share of customers',
                    'x-klutch-unit': '%',
                    maximum: 100,
                  },
                  logLevel: { enum: ['error', 'info', 'debug'] },
                },
              },
            },
          },
        },
      },
    });
  });

  it('delivers what developers order with kubectl', () => {
    expect(delivered).toEqual({
      service: 'flags-1',
      plan: 'stable',
      refreshSeconds: '60',
      newCheckout: 'true',
      rollout: '25',
    });
  });

  it('refuses in the portal what the description forbids', async () => {
    const { error } = await order(
      'wrong',
      { service: 'flags-1', plan: 'preview', parameters: { rollout: 101 } },
      true,
    );
    expect(error?.error.causes?.[0]).toMatchObject({
      field: 'spec.parameters.rollout',
    });
  });

  it('delivers what developers order in the portal', async () => {
    const { error } = await order('blog', {
      service: 'flags-1',
      plan: 'preview',
      parameters: {},
    });
    expect(error).toBeUndefined();
    await waitUntilReady('blog');
    await shell(
      'kubectl --kubeconfig $APP_CLUSTER wait -n team-a --for=create --timeout=60s configmap/blog.feature-flags',
    );
    expect(await flagsOf('blog')).toMatchObject({
      refreshSeconds: '5',
      newCheckout: 'false',
      rollout: '0',
    });
    await eventually('kubectl shows the provider’s Event', async () =>
      /Available .* provider-local/.test(
        await shell(
          `namespace=$(kubectl get ${api} -A --field-selector metadata.name=blog -o jsonpath='{.items[0].metadata.namespace}')
           kubectl describe ${api} -n $namespace blog`,
        ),
      ),
    );
  });

  it('traces an instance through both clusters, as far as a person may read', async () => {
    await order('traced', {
      service: 'flags-1',
      plan: 'preview',
      parameters: {},
    });
    await waitUntilReady('traced');
    const traceAs = (user: 'alice' | 'oscar') =>
      fixture.portal
        .as(user)
        .GET('/claims/{cluster}/{namespace}/{resource}/{name}/trace', {
          params: {
            path: {
              cluster,
              namespace: 'team-a',
              resource: api,
              name: 'traced',
            },
          },
        });
    const own = { location: 'appCluster', kind: 'FeatureFlags', depth: 0 };
    const { data: whole } = await traceAs('oscar');
    expect(whole).toMatchObject({
      objects: [
        own,
        { location: 'controlPlane', kind: 'FeatureFlags', depth: 1 },
        { kind: 'XFeatureFlags', depth: 2 },
        { kind: 'Object', depth: 3, missing: 'Forbidden' },
      ],
    });
    expect((await traceAs('alice')).data).toMatchObject({
      objects: [own],
      incomplete: { reason: 'Forbidden' },
    });
  });

  it('shows operators what they may not read of the control plane', async () => {
    const { data } = await fixture
      .oscar()
      .GET('/platform/control-plane-health');
    expect(data?.crossplane).toBe(1);
    expect(data?.problems).toContainEqual(
      expect.objectContaining({
        severity: 'warning',
        object: {
          apiVersion: 'apiextensions.k8s.io/v1',
          kind: 'CustomResourceDefinition',
          name: 'providers.pkg.crossplane.io',
        },
        message:
          'providers.pkg.crossplane.io may not be listed, so it was not checked.',
        remedy: 'Grant list on it, or check as a user who may.',
      }),
    );
  });

  // Begins with the service that the other page describes.
  describe('docs/modify-data-service.md', () => {
    let diff: string;

    beforeAll(async () => {
      const { runNext, requireAllRun } = await commandsOf(
        'modify-data-service.md',
        'Change the description',
      );
      await editDescription();
      diff = await runNext();
      await runNext();
      await runNext();
      await runNext();
      await runNext();
      requireAllRun();
      await eventually('the form has all changes', async () => {
        const { versions = [], plans = [] } = (await detail()) ?? {};
        return (
          versions.length === 2 && plans.length === 3 && !plans[0]?.available
        );
      });
    });

    it('shows the changes of the manifests', () => {
      expect(diff).toMatch(/^\+.*live/m);
    });

    it('brings a plan, a parameter and a version to the form', async () => {
      expect(await detail()).toMatchObject({
        versions: [
          {},
          { value: 'flags-2', title: 'Format 2', available: true },
        ],
        plans: [{}, {}, { value: 'live', title: 'Live', available: true }],
        schema: {
          properties: {
            spec: {
              properties: {
                parameters: { properties: { banner: { title: 'Banner' } } },
              },
            },
          },
        },
      });
    });

    it('brings a parameter to exports', async () => {
      const exported = await shell(
        `kubectl get apiserviceexports -A -o jsonpath='{.items[?(@.metadata.name=="${api}")].spec.versions}'`,
      );
      expect(exported).toContain('banner');
    });

    it('makes the new plan, parameter and version orderable', async () => {
      const { error } = await order('news', {
        service: 'flags-2',
        plan: 'live',
        parameters: { banner: 'Hello' },
      });
      expect(error).toBeUndefined();
      await waitUntilReady('news');
    });

    it('switches a plan off, with a reason', async () => {
      expect((await detail())?.plans[0]).toMatchObject({
        available: false,
        reason: 'Ends this year. Choose Live.',
      });
    });

    it('keeps the version that the portal uses when another is added', async () => {
      expect(await detail()).toMatchObject({ apiVersion: 'anynines.com/v1' });
    });

    it('keeps existing instances ready', async () => {
      const { data } = await fixture.claim(cluster, api, 'shop');
      expect(data?.state).toBe('Ready');
    });
  });
});
