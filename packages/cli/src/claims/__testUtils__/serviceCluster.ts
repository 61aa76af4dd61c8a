/** A real API server with the claims' CRDs of this repository, and commands that run on it. */
import { loadXrds } from '@klutch/crossplane';
import {
  core,
  createClient,
  loadKubeConfig,
  type CustomResourceDefinition,
  type JsonSchemaProps,
  type KubeClient,
} from '@klutch/kube';
import { borrowCluster, type TestCluster } from '@klutch/local-clusters';
import { waitFor } from '@klutch/local-processes';
import {
  runProgram,
  type Ran,
  type RunOptions,
} from '../../__testUtils__/runProgram';
import { addCompletion } from '../../completion/addCompletion';
import * as completionWork from '../../completion/clusterNames';
import { addCredentialCommands } from '../../credentials/addCredentialCommands';
import * as credentialWork from '../../credentials/credentialWork';
import { addTrace } from '../../trace/addTrace';
import * as traceWork from '../../trace/runTrace';
import { addClaimCommands } from '../addClaimCommands';
import * as claimWork from '../claimWork';
import { discoverApis } from '../discoverApis';

type Xrd = Awaited<ReturnType<typeof loadXrds>>[number];

export const namespace = 'team-a';

/** The CRD that Crossplane makes for the claims of an XRD, as far as commands read it. */
function claimCrd({ spec }: Xrd): CustomResourceDefinition {
  const { group, claimNames, versions } = spec;
  const compositionRef = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' } },
  };
  const anything = {
    type: 'object',
    'x-kubernetes-preserve-unknown-fields': true,
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${claimNames.plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { ...claimNames, categories: ['claim'] },
      versions: versions.map(({ name, served, schema }) => {
        const { properties = {}, ...rest } =
          schema.openAPIV3Schema as JsonSchemaProps;
        const specWithComposition = {
          ...properties.spec,
          properties: { ...properties.spec?.properties, compositionRef },
        };
        return {
          name,
          served,
          storage: true,
          subresources: { status: {} },
          schema: {
            openAPIV3Schema: {
              ...rest,
              properties: { spec: specWithComposition, status: anything },
            },
          },
        };
      }),
    },
  };
}

/** Runs `klutch <args>` in this process, without a cluster unless `connect` gives one. */
export const runCommand = (
  connect: () => KubeClient,
  args: readonly string[],
  options?: RunOptions,
): Promise<Ran> =>
  runProgram(
    args,
    (program, context) => {
      program.option('-n, --namespace <name>', 'namespace');
      // Jest has no import().
      const get = addClaimCommands(program, context, async () => claimWork);
      addCredentialCommands(program, get, context, async () => credentialWork);
      addTrace(program, context, async () => traceWork);
      addCompletion(program, context, async () => completionWork);
    },
    async command => {
      const flags = command.optsWithGlobals<{ namespace?: string }>();
      return { client: connect(), namespace: flags.namespace ?? namespace };
    },
    options,
  );

/** A cluster with all data services. */
export class ServiceCluster {
  private constructor(
    private readonly cluster: TestCluster,
    readonly admin: KubeClient,
  ) {}

  static async start(name: string): Promise<ServiceCluster> {
    const cluster = await borrowCluster({ name });
    const admin = createClient(loadKubeConfig(cluster.kubeconfig));
    const crds = (await loadXrds()).map(claimCrd);
    for (const crd of crds) {
      await admin.create(core.customResourceDefinitions, crd);
    }
    await admin.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: namespace },
    });
    await waitFor(
      async () => (await discoverApis(admin)).length === crds.length,
      { what: 'all APIs are published', timeoutMs: 60_000 },
    );
    return new ServiceCluster(cluster, admin);
  }

  /** Of an administrator, as a file has it. */
  get kubeconfig(): string {
    return this.cluster.kubeconfig;
  }

  run(args: readonly string[], options?: RunOptions): Promise<Ran> {
    return this.runAs(this.cluster.kubeconfig, args, options);
  }

  /** Runs a command as a user without any rights but those of all users. */
  async runAsNobody(args: readonly string[]): Promise<Ran> {
    return this.runAs(await this.cluster.user('nobody'), args);
  }

  private runAs(
    kubeconfig: string,
    args: readonly string[],
    options?: RunOptions,
  ): Promise<Ran> {
    return runCommand(
      () => createClient(loadKubeConfig(kubeconfig)),
      args,
      options,
    );
  }

  async stop(): Promise<void> {
    await this.admin.close();
    await this.cluster.stop();
  }
}
