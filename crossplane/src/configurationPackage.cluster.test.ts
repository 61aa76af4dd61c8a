/** Builds the Configuration package, and has Crossplane's own package manager install it in place of another package. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { startFunction } from '@klutch/composition-function';
import {
  core,
  createClient,
  defineResource,
  loadKubeConfig,
} from '@klutch/kube';
import type { KubeClient, Resource, Unstructured } from '@klutch/kube';
import {
  resolveBinary,
  startCluster,
  startCrossplane,
  type LocalCluster,
} from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { waitForValue } from '@klutch/local-processes';
import { parseAllDocuments, stringify } from 'yaml';
import {
  claims,
  conditionOf,
  managedResources,
  namespace,
  reportReady,
} from '../testing/controlPlane';
import { postgresqlSpec } from '../testing/postgresqlCases';
import { loadProviderCrds, loadXrds } from './manifests';

jest.setTimeout(300_000);

const folder = join(__dirname, '..');
const run = promisify(execFile);

/** The manifests in the package that `npm run package:crossplane` builds. */
async function buildPackage(): Promise<Unstructured[]> {
  await run('npm', ['run', 'package:crossplane'], { cwd: join(folder, '..') });
  const unpacked = await mkdtemp(join(tmpdir(), 'klutch-xpkg-'));
  try {
    const file = join(folder, 'dist', 'klutch-data-services.xpkg');
    await run('tar', ['-xf', file, '-C', unpacked]);
    const manifest = await readFile(join(unpacked, 'manifest.json'), 'utf8');
    const [{ Layers: layers }]: [{ Layers: string[] }] = JSON.parse(manifest);
    for (const layer of layers) {
      await run('tar', ['-xzf', join(unpacked, layer), '-C', unpacked]);
    }
    const stream = await readFile(join(unpacked, 'package.yaml'), 'utf8');
    return parseAllDocuments(stream)
      .map(document => document.toJS())
      .filter(Boolean);
  } finally {
    await rm(unpacked, { recursive: true });
  }
}

const namesOf = (manifests: readonly Unstructured[], kind: string) =>
  manifests
    .filter(manifest => manifest.kind === kind)
    .map(({ metadata }) => metadata.name)
    .sort();

/** The commands of a section of the README. */
async function commandsOf(heading: string): Promise<string> {
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const [, commands] = /```sh\n(kubectl.*?)```/s.exec(section) ?? [];
  if (!commands) throw new Error(`README.md has no commands in "${heading}".`);
  return commands;
}

const clusterScoped = (group: string, plural: string, kind: string) =>
  defineResource({ group, version: 'v1', plural, kind, namespaced: false });
const configurations = clusterScoped(
  'pkg.crossplane.io',
  'configurations',
  'Configuration',
);
const configurationRevisions = clusterScoped(
  'pkg.crossplane.io',
  'configurationrevisions',
  'ConfigurationRevision',
);
const xrds = clusterScoped(
  'apiextensions.crossplane.io',
  'compositeresourcedefinitions',
  'CompositeResourceDefinition',
);

/** Sources of packages; names of revisions are made of their first twelve characters. */
const upstream = 'old.example.org/klutch/dataservices:v1.5.0';
const ours = 'new.example.org/klutch-data-services:v1.0.0';

describeLong('the Configuration package', () => {
  let manifests: Unstructured[];
  beforeAll(async () => {
    manifests = await buildPackage();
  });

  it('has all XRDs and Compositions, and nothing else', async () => {
    const xrdNames = (await loadXrds()).map(({ metadata }) => metadata.name);
    const { stdout } = await run(
      'grep',
      ['-lr', 'kind: Composition$', 'apis'],
      {
        cwd: folder,
      },
    );
    const files = stdout.trim().split('\n');
    expect(namesOf(manifests, 'Configuration')).toEqual([
      'klutch-data-services',
    ]);
    expect(namesOf(manifests, 'CompositeResourceDefinition')).toEqual(
      xrdNames.sort(),
    );
    expect(namesOf(manifests, 'Composition')).toHaveLength(files.length);
    expect(manifests).toHaveLength(1 + xrdNames.length + files.length);
  });

  describe('on a control plane with another package', () => {
    let cluster: LocalCluster;
    let client: KubeClient;

    /** Puts a package where the package manager looks before it asks a registry. */
    async function cachePackage(source: string, content: Unstructured[]) {
      const file = join(
        cluster.dir,
        'crossplane/packages',
        source.replace(/\.\d+$/, '.gz'),
      );
      await mkdir(dirname(file), { recursive: true });
      await writeFile(
        file,
        gzipSync(content.map(one => stringify(one)).join('---\n')),
      );
    }

    const get = (resource: Resource, name: string) =>
      client.get(resource, {
        name,
        ...(resource.namespaced && { namespace }),
      });
    const waitFor = <T>(what: string, read: () => Promise<T | undefined>) =>
      waitForValue(read, { what, timeoutMs: 60_000 });
    const xrdOfClaim = () => get(xrds, 'xpostgresqlinstances.anynines.com');

    async function installUpstream() {
      const older = manifests.map(manifest => {
        const { metadata: _, ...spec } = manifest.spec ?? {};
        return manifest.kind === 'CompositeResourceDefinition'
          ? { ...manifest, spec }
          : manifest;
      });
      await cachePackage(upstream, older);
      await client.create(configurations, {
        apiVersion: 'pkg.crossplane.io/v1',
        kind: 'Configuration',
        metadata: { name: 'anynines-dataservices' },
        spec: {
          package: upstream,
          packagePullPolicy: 'Never',
          skipDependencyResolution: true,
        },
      } as Unstructured);
      await waitFor('the claims are offered', async () =>
        conditionOf(await xrdOfClaim(), 'Offered') === 'True'
          ? true
          : undefined,
      );
      // Crossplane 1.20 writes the kinds of objects that a revision created only when it reconciles the revision again; without them, it cannot release the objects.
      await waitFor('the revision names kinds of its objects', async () => {
        const { items } = await client.list(configurationRevisions);
        const { objectRefs = [] } = (items[0]?.status ?? {}) as {
          objectRefs?: { kind: string }[];
        };
        return objectRefs[0]?.kind ? true : undefined;
      });
    }

    /** Orders an instance, which the provider reports as ready. */
    async function order() {
      await client.create(claims.instances, {
        apiVersion: 'anynines.com/v1',
        kind: 'PostgresqlInstance',
        metadata: { name: 'orders', namespace },
        spec: postgresqlSpec({ service: 15, plan: 'single-nano' }),
      } as Unstructured);
      const managed = await waitFor('the claim is composed', async () => {
        const { items } = await client.list(managedResources.instances);
        return items[0];
      });
      await reportReady(client, managedResources.instances, managed);
      return waitFor('the claim is ready', async () => {
        const claim = await get(claims.instances, 'orders');
        return conditionOf(claim, 'Ready') === 'True' ? claim : undefined;
      });
    }

    beforeAll(async () => {
      cluster = await startCluster({ name: 'hand-over' });
      client = createClient(loadKubeConfig(cluster.kubeconfig));
      await startCrossplane(cluster, {
        pollSeconds: 1,
        functions: { 'function-patch-and-transform': startFunction },
      });
      await client.create(core.namespaces, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: namespace },
      });
      for (const crd of await loadProviderCrds()) {
        await client.apply(
          defineResource(core.customResourceDefinitions),
          crd,
          {
            fieldManager: 'test',
          },
        );
      }
      await installUpstream();
    });
    afterAll(async () => {
      await client?.close();
      await cluster?.stop();
    });

    it('takes over XRDs and Compositions; claims stay ready', async () => {
      const before = await order();
      const xrdBefore = await xrdOfClaim();
      const [controller] = xrdBefore?.metadata.ownerReferences ?? [];
      expect(controller).toMatchObject({
        kind: 'ConfigurationRevision',
        controller: true,
      });

      await cachePackage(ours, manifests);
      const kubectl = await resolveBinary('kubectl');
      await run(
        'bash',
        ['-euo', 'pipefail', '-c', await commandsOf('Take over from upstream')],
        {
          env: {
            ...process.env,
            PATH: [dirname(kubectl), process.env.PATH].join(delimiter),
            KUBECONFIG: cluster.kubeconfigPath,
            CONFIGURATION: 'anynines-dataservices',
            PACKAGE: ours,
          },
        },
      );

      const xrd = await xrdOfClaim();
      expect(xrd?.metadata.uid).toBe(xrdBefore?.metadata.uid);
      expect(xrd?.spec).toHaveProperty('metadata.annotations');
      const controllers = xrd?.metadata.ownerReferences?.filter(
        owner => owner.controller,
      );
      expect(controllers).toHaveLength(1);
      expect(controllers?.[0]?.uid).not.toBe(controller?.uid);

      const after = await get(claims.instances, 'orders');
      expect(after?.metadata.uid).toBe(before.metadata.uid);
      expect(readySince(after)).toEqual(readySince(before));
      const { items } = await client.list(managedResources.instances);
      expect(items).toHaveLength(1);
    });
  });
});

/** The condition Ready, whose time changes when a claim stops being ready in between. */
function readySince(claim: Unstructured | undefined) {
  const { conditions = [] } = (claim?.status ?? {}) as {
    conditions?: { type: string; lastTransitionTime: string }[];
  };
  const ready = conditions.find(({ type }) => type === 'Ready');
  return { ...ready, observedGeneration: undefined };
}
