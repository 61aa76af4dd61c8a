import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import {
  loadCompositions,
  loadExamples,
  loadExportTemplates,
  loadProviderCrds,
  loadXrds,
} from './manifests';
import { manifestFiles } from './generate/manifestFiles';
import type {
  Composition,
  CompositeResourceDefinition,
  ProviderCrd,
} from './types';

const root = join(__dirname, '..');

interface Schema {
  properties?: Record<string, Schema>;
  enum?: unknown[];
  items?: Schema;
  additionalProperties?: unknown;
  'x-kubernetes-preserve-unknown-fields'?: boolean;
}

/** The schema of a version; throws unless it is served. */
const schemaOf = (
  { metadata, spec }: CompositeResourceDefinition | ProviderCrd,
  version = 'v1',
): Schema => {
  const versions = spec.versions as {
    name: string;
    served: boolean;
    schema: { openAPIV3Schema: Schema };
  }[];
  const served = versions.find(one => one.name === version && one.served);
  if (!served) throw new Error(`${metadata.name} does not serve ${version}`);
  return served.schema.openAPIV3Schema;
};

/** Whether a field path exists in the schema, or is below a field without known fields that accepts any content. */
const hasField = (
  schema: Schema | undefined,
  [head, ...rest]: string[],
): boolean => {
  if (!schema) return false;
  if (head === undefined) return true;
  if (
    !schema.properties &&
    (schema.additionalProperties ||
      schema['x-kubernetes-preserve-unknown-fields'])
  )
    return true;
  return hasField(schema.properties?.[head], rest);
};

/** The composed resources of the only step. */
const resourcesOf = ({ spec }: Composition) =>
  (spec.pipeline?.[0]?.input?.resources ?? []) as {
    base: object;
    patches: object[];
  }[];

/** Fields that Crossplane or Kubernetes adds to every composite and composed resource. */
const isMetadata = (path: string) =>
  /^metadata\.(labels|annotations)\[/.test(path);

describe('the package', () => {
  it('is what its data services generate', async () => {
    const files = manifestFiles();
    const committed = (
      await Promise.all(
        ['apis', 'export-templates'].map(async folder =>
          (
            await readdir(join(root, folder), {
              recursive: true,
              withFileTypes: true,
            })
          )
            .filter(entry => entry.isFile())
            .map(entry => relative(root, join(entry.parentPath, entry.name))),
        ),
      )
    ).flat();
    expect(committed.sort()).toEqual([...files.keys()].sort());
    for (const [path, content] of files) {
      expect(await readFile(join(root, path), 'utf8')).toBe(content);
    }
  });

  it('reads the same with YAML 1.1, in which a bare on or off is a boolean', () => {
    for (const content of manifestFiles().values()) {
      expect(parse(content, { version: '1.1' })).toEqual(parse(content));
    }
  });

  it('ships eleven APIs, each with its default composition', async () => {
    const xrds = await loadXrds();
    const compositions = await loadCompositions();
    expect(xrds.map(xrd => xrd.spec.claimNames.kind).sort()).toEqual([
      'Backup',
      'KeyvalueInstance',
      'Logme2Instance',
      'MariadbInstance',
      'MessagingInstance',
      'MongodbInstance',
      'PostgresqlInstance',
      'PrometheusInstance',
      'Restore',
      'SearchInstance',
      'ServiceBinding',
    ]);
    for (const xrd of xrds) {
      const name = xrd.spec.defaultCompositionRef?.name;
      expect(
        compositions.find(composition => composition.metadata.name === name)
          ?.spec.compositeTypeRef,
      ).toEqual({
        apiVersion: 'anynines.com/v1',
        kind: xrd.spec.names.kind,
      });
      expect(xrd.metadata.name).toBe(`${xrd.spec.names.plural}.anynines.com`);
    }
  });

  it('composes kinds in versions that a provider CRD serves, and patches existing fields only', async () => {
    const [xrds, crds, compositions] = await Promise.all([
      loadXrds(),
      loadProviderCrds(),
      loadCompositions(),
    ]);
    for (const composition of compositions) {
      const xrd = xrds.find(
        x => x.spec.names.kind === composition.spec.compositeTypeRef.kind,
      );
      const [resource] = resourcesOf(composition);
      const base = resource?.base as { apiVersion: string; kind: string };
      const [group, version] = base.apiVersion.split('/');
      const crd = crds.find(
        ({ spec }) => spec.names.kind === base.kind && spec.group === group,
      );
      if (!xrd || !crd)
        throw new Error(`${composition.metadata.name} has no XRD or CRD`);
      const patches = resource?.patches as {
        type: string;
        fromFieldPath: string;
        toFieldPath: string;
      }[];
      const composite = schemaOf(xrd);
      const composed = schemaOf(crd, version);
      for (const { type, fromFieldPath, toFieldPath } of patches) {
        const down = type === 'FromCompositeFieldPath';
        const [from, to] = down ? [composite, composed] : [composed, composite];
        const missing = [
          ...(isMetadata(fromFieldPath) ||
          hasField(from, fromFieldPath.split('.'))
            ? []
            : [fromFieldPath]),
          ...(isMetadata(toFieldPath) || hasField(to, toFieldPath.split('.'))
            ? []
            : [toFieldPath]),
        ];
        expect(missing).toEqual([]);
      }
    }
  });

  it('sets only fields that provider-anynines has, because Crossplane cannot apply others', async () => {
    const fields: Record<string, string[]> = {
      ServiceInstance: [
        'acceptsIncomplete',
        'organizationGuid',
        'parameters',
        'planName',
        'serviceName',
        'spaceGuid',
      ],
      ServiceBinding: ['acceptsIncomplete', 'instanceName'],
      Backup: ['instanceName'],
      Restore: ['backupName'],
    };
    for (const composition of await loadCompositions()) {
      const [resource] = resourcesOf(composition);
      const base = resource?.base as { kind: string; spec?: object };
      const known = fields[base.kind];
      if (!known) continue;
      const patches = resource?.patches as { toFieldPath?: string }[];
      const set = patches.flatMap(
        ({ toFieldPath = '' }) =>
          /^spec\.forProvider\.(\w+)/.exec(toFieldPath)?.[1] ?? [],
      );
      expect(known).toEqual(expect.arrayContaining(set));
    }
  });

  it('passes every parameter of PostgreSQL on, except those that only a8s-postgresql has', async () => {
    const xrd = (await loadXrds()).find(
      x => x.spec.claimNames.kind === 'PostgresqlInstance',
    );
    const composition = (await loadCompositions()).find(
      c => c.metadata.name === 'a9s-postgresql',
    );
    if (!xrd || !composition) throw new Error('not shipped');
    const parameters = Object.keys(
      schemaOf(xrd).properties?.spec?.properties?.parameters?.properties ?? {},
    );
    const passed = JSON.stringify(composition.spec.pipeline);
    expect(parameters).toHaveLength(24);
    expect(
      parameters.filter(name => !passed.includes(`"spec.parameters.${name}"`)),
    ).toEqual([
      'maxLocksPerTransaction',
      'sslCiphers',
      'sslMinProtocolVersion',
    ]);
  });

  it('R19: names the related APIs of every service, which exist and have the right kind', async () => {
    const xrds = await loadXrds();
    const annotationOf = (
      xrd: (typeof xrds)[number] | undefined,
      key: string,
    ) => xrd?.spec.metadata?.annotations?.[`klutch.anynines.com/${key}`];
    const services = xrds.filter(
      xrd => annotationOf(xrd, 'kind') === 'instance',
    );
    const kindOf = (name: string) =>
      annotationOf(
        xrds.find(
          ({ spec }) => `${spec.claimNames.plural}.${spec.group}` === name,
        ),
        'kind',
      );
    expect(services).not.toEqual([]);
    for (const service of services) {
      const related = JSON.parse(annotationOf(service, 'related-apis') ?? '{}');
      expect([
        kindOf(related.binding),
        kindOf(related.backup),
        kindOf(related.restore),
      ]).toEqual(['servicebinding', 'backup', 'restore']);
    }
  });

  it('describes the resources of every plan', async () => {
    const xrd = (await loadXrds()).find(
      x => x.spec.claimNames.kind === 'PostgresqlInstance',
    );
    if (!xrd) throw new Error('not shipped');
    const plans = JSON.parse(
      xrd.spec.metadata?.annotations?.['klutch.anynines.com/plans'] ?? '{}',
    ) as Record<string, { replicas: number; storage: string }>;
    expect(Object.keys(plans).sort()).toEqual(
      [
        ...(schemaOf(xrd).properties?.spec?.properties?.plan?.enum ?? []),
      ].sort(),
    );
    expect(plans['postgresql-single-nano']).toEqual({
      title: 'Single nano',
      replicas: 1,
      connections: 20,
      storage: '100Mi',
      defaults: {
        maxConnections: 20,
        workMem: '4MB',
        statementTimeout: 60_000,
        tempFileLimit: 102_400,
      },
    });
    expect(plans['postgresql-replica-big-ssl-bionic']).toEqual({
      title: 'Replica big with TLS and Ubuntu Bionic',
      replicas: 3,
      connections: 200,
      storage: '2Gi',
      defaults: {
        maxConnections: 200,
        workMem: '32MB',
        statementTimeout: 0,
        tempFileLimit: 2_097_152,
      },
    });
  });

  it('has a title for every service and an icon for every API', async () => {
    for (const xrd of await loadXrds()) {
      const annotations = xrd.spec.metadata?.annotations ?? {};
      expect(annotations['klutch.anynines.com/icon']).toMatch(
        /^data:image\/svg\+xml;base64,/,
      );
      const services =
        schemaOf(xrd).properties?.spec?.properties?.service?.enum ?? [];
      const titles = annotations['klutch.anynines.com/services'] ?? '{}';
      expect(Object.keys(JSON.parse(titles)).sort()).toEqual(
        [...services].sort(),
      );
    }
  });

  it('depends on the function that install/ installs', async () => {
    const read = async (file: string) =>
      parse(await readFile(join(root, file), 'utf8'));
    const { spec } = await read('crossplane.yaml');
    const installed = await read('install/function-patch-and-transform.yaml');
    const [dependency] = spec.dependsOn;
    expect(`${dependency.function}:${dependency.version.slice(2)}`).toBe(
      installed.spec.package,
    );
    const called = (await loadCompositions()).flatMap(composition =>
      (composition.spec.pipeline ?? []).map(step => step.functionRef.name),
    );
    expect([...new Set(called)]).toEqual([installed.metadata.name]);
  });

  it('has cluster-scoped provider CRDs', async () => {
    const crds = await loadProviderCrds();
    expect(crds.map(crd => [crd.metadata.name, crd.spec.scope])).toEqual(
      [
        'backups.dataservices.anynines.com',
        'objects.kubernetes.crossplane.io',
        'providerconfigs.dataservices.anynines.com',
        'providerconfigusages.dataservices.anynines.com',
        'restores.dataservices.anynines.com',
        'servicebindings.dataservices.anynines.com',
        'serviceinstances.dataservices.anynines.com',
      ].map(name => [name, 'Cluster']),
    );
  });

  it('offers every claim by an export template; only service bindings ask for objects of the control plane', async () => {
    const templates = await loadExportTemplates();
    const claims = (await loadXrds()).map(xrd => xrd.spec.claimNames.plural);
    expect(templates.map(t => t.spec.APIServiceSelector)).toEqual(
      claims.sort().map(resource => ({ group: 'anynines.com', resource })),
    );
    expect(
      templates.every(t => t.metadata.namespace === 'crossplane-system'),
    ).toBe(true);
    expect(
      templates.flatMap(t =>
        (t.spec.permissionClaims ?? []).map(claim => [
          t.metadata.name,
          claim.resource,
          claim.selector?.owner,
        ]),
      ),
    ).toEqual([
      ['servicebindings', 'secrets', 'Provider'],
      ['servicebindings', 'configmaps', 'Provider'],
    ]);
  });

  it('has an example of every claim', async () => {
    const kinds = new Set((await loadExamples()).map(example => example.kind));
    expect([...kinds].sort()).toEqual(
      (await loadXrds()).map(xrd => xrd.spec.claimNames.kind).sort(),
    );
  });
});
