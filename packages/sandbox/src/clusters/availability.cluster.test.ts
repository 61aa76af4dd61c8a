import { specSchemaOf } from '@klutch/backstage-plugin-klutch-common';
import { loadXrds } from '@klutch/crossplane';
import {
  resourceName,
  core,
  createClient,
  defineResource,
  isInvalid,
  loadKubeConfig,
  type KubeClient,
} from '@klutch/kube';
import { type LocalCluster, borrowCluster } from '@klutch/local-clusters';
import { waitFor } from '@klutch/local-processes';
import { withPlanLimits } from './availability';

jest.setTimeout(120_000);

const claims = defineResource({
  group: 'anynines.com',
  version: 'v1',
  plural: 'postgresqlinstances',
  kind: 'PostgresqlInstance',
  namespaced: true,
});

describe('R24: the schema of claims in the sandbox', () => {
  let cluster: LocalCluster;
  let client: KubeClient;

  const order = (parameters: object, plan = 'postgresql-single-nano') =>
    client
      .create(
        claims,
        {
          apiVersion: 'anynines.com/v1',
          kind: claims.kind,
          metadata: { name: 'db', namespace: 'default' },
          spec: { service: 'a9s-postgresql15', plan, parameters },
        },
        { dryRun: true },
      )
      .then(
        () => 'accepted',
        (error: unknown) => {
          if (!isInvalid(error)) throw error;
          return error.message;
        },
      );

  beforeAll(async () => {
    cluster = await borrowCluster({ name: 'availability' });
    client = createClient(loadKubeConfig(cluster.kubeconfig));
    const xrd = withPlanLimits(await loadXrds()).find(
      ({ spec }) => spec.claimNames.kind === claims.kind,
    );
    const schema = xrd?.spec.versions[0]?.schema.openAPIV3Schema ?? {};
    // Crossplane adds this field, and CEL rules read it.
    Object.assign(specSchemaOf(schema).properties ?? {}, {
      compositionRef: {
        type: 'object',
        properties: { name: { type: 'string' } },
      },
    });
    const crds = defineResource(core.customResourceDefinitions);
    const name = resourceName(claims);
    await client.create(crds, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name },
      spec: {
        group: claims.group,
        names: xrd?.spec.claimNames,
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: schema },
          },
        ],
      },
    });
    await waitFor(
      async () =>
        (await client.discover('anynines.com', 'v1').catch(() => [])).length >
        0,
      { what: 'the claims are served', timeoutMs: 30_000 },
    );
  });

  afterAll(async () => {
    await client?.close();
    await cluster?.stop();
  });

  it("refuses values above the plan's limit, at the field", async () => {
    expect(await order({ maxConnections: 20 })).toBe('accepted');
    expect(await order({ maxConnections: 21 })).toMatch(
      /spec.parameters.maxConnections: .*must be at most 20 with this plan/,
    );
    expect(await order({ maxConnections: 21 }, 'postgresql-single-small')).toBe(
      'accepted',
    );
    expect(await order({ tempFileLimit: 102_400 })).toBe('accepted');
    expect(await order({ tempFileLimit: 102_401 })).toMatch(
      /spec.parameters.tempFileLimit: .*must be at most 102400 with this plan/,
    );
  });

  it('offers only role privileges that the provider grants', async () => {
    expect(await order({ rolePrivileges: ['CREATEDB', 'REPLICATION'] })).toBe(
      'accepted',
    );
    expect(await order({ rolePrivileges: ['CREATEROLE'] })).toMatch(
      /Unsupported value: "CREATEROLE"/,
    );
  });
});
