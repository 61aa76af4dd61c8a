/** provider-local in this process, on a borrowed cluster. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadProviderCrds } from '@klutch/crossplane';
import {
  type KubeClient,
  core,
  createClient,
  createLogger,
  loadKubeConfig,
} from '@klutch/kube';
import { type LocalCluster, borrowCluster } from '@klutch/local-clusters';
import { instanceFolder } from '../../engines/postgresql/__testUtils__/postgresql';
import { type Provider, startProviderLocal } from '../../provider';
import { instanceIdOf } from '../../resources/identity';
import {
  type ServiceInstance,
  backups,
  restores,
  serviceBindings,
  serviceInstances,
} from '../../resources/managedResources';
import { removeFolder, temporaryFolder } from '../host';
import {
  bindingFixture,
  instanceFixture,
  isReady,
  prepareCluster,
  readSecret,
  waitForObject,
} from '../managed';

/** A cluster with the CRDs of the provider, a data folder, and the provider between `start` and `stop`. */
export class ProviderOnCluster {
  /** The lines that the provider has logged. */
  readonly log: string[] = [];
  #abort = new AbortController();
  #provider: Provider | undefined;

  private constructor(
    readonly cluster: LocalCluster,
    /** Client of an admin. */
    readonly client: KubeClient,
    /** Folder for servers and backups. */
    readonly dataDir: string,
  ) {}

  /** Prepares everything that the provider needs. */
  static async prepare(name: string): Promise<ProviderOnCluster> {
    const cluster = await borrowCluster({ name });
    const client = createClient(loadKubeConfig(cluster.kubeconfig));
    await prepareCluster(client, await loadProviderCrds());
    return new ProviderOnCluster(cluster, client, await temporaryFolder());
  }

  /** Starts the provider, which logs everything and measures storage often. */
  async start(): Promise<void> {
    this.#abort = new AbortController();
    this.#provider = await startProviderLocal({
      kubeConfig: loadKubeConfig(this.cluster.kubeconfig),
      dataDir: this.dataDir,
      signal: this.#abort.signal,
      usageIntervalMs: 200,
      logger: createLogger('provider-local', {
        level: 'debug',
        destination: { write: line => this.log.push(line) },
      }),
    });
  }

  /** Stops the provider and its servers; the cluster and the data remain. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#provider?.stopped;
  }

  /** Stops the provider, returns the cluster and removes the data. */
  async dispose(): Promise<void> {
    await this.stop();
    await this.client.close();
    await this.cluster.stop();
    await removeFolder(this.dataDir);
  }

  /** Orders an instance; returns it once it is ready. */
  async orderInstance(
    name: string,
    plan = 'postgresql-single-nano',
    parameters = {},
  ): Promise<ServiceInstance> {
    await this.client.create(
      serviceInstances,
      instanceFixture(name, plan, parameters),
    );
    return waitForObject(this.client, serviceInstances, name, isReady);
  }

  /** Changes the order of an instance. */
  async patchSpec(name: string, forProvider: object): Promise<void> {
    await this.client.mergePatch(
      serviceInstances,
      { name },
      { spec: { forProvider } },
    );
  }

  /** Binds an instance; returns the content of the secret, which has the name of the binding and `-creds`. */
  async bind(name: string, instance: string): Promise<Record<string, string>> {
    await this.client.create(serviceBindings, bindingFixture(name, instance));
    await waitForObject(this.client, serviceBindings, name, isReady);
    return (await readSecret(this.client, `${name}-creds`)) ?? {};
  }
}

/**
 * Expects the credentials of the present bindings in no log, event or managed resource.
 *
 * @returns the credentials
 */
export async function expectNoLeak({
  client,
  dataDir,
  log,
}: ProviderOnCluster): Promise<string[]> {
  const bound = (await client.list(serviceBindings)).items;
  const secrets = await Promise.all(
    bound.map(({ metadata: { name } }) => readSecret(client, `${name}-creds`)),
  );
  const credentials = secrets
    .flatMap(secret => [secret?.password, secret?.uri])
    .filter(credential => credential !== undefined);
  const lists = await Promise.all([
    client.list(core.events),
    client.list(serviceInstances),
    client.list(serviceBindings),
    client.list(backups),
    client.list(restores),
  ]);
  const instances = (await client.list(serviceInstances)).items;
  const serverLogs = await Promise.all(
    instances
      // The folder of the others is being removed.
      .filter(({ metadata }) => !metadata.deletionTimestamp)
      .map(object =>
        readFile(
          join(instanceFolder(dataDir, instanceIdOf(object)), 'server.log'),
          'utf8',
        ),
      ),
  );
  expect(log.length).toBeGreaterThan(10);
  const everything = [JSON.stringify(lists), ...log, ...serverLogs].join('\n');
  for (const credential of credentials)
    expect(everything).not.toContain(credential);
  return credentials;
}
