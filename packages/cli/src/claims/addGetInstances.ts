/** `get instances`: the instances of all data services, or of one. */
import { Option, type Command } from 'commander';
import { stringify } from 'yaml';
import { isExpired, isForbidden, type KubeClient } from '@klutch/kube';
import { claimResource, type Claim, type ClaimApi } from './ClaimApi';
import { withCluster, type ClaimsContext } from './ClaimsContext';
import { discoverApis } from './discoverApis';
import { findApi } from './findApi';
import { instanceCells, instanceHeadings } from './instanceTable';
import type { FoundClaim } from './readClaims';
import { rowText, tableText } from './table';

interface GetOptions {
  allNamespaces?: boolean;
  output?: 'wide' | 'json' | 'yaml' | 'name';
  watch?: boolean;
}

/** The instances of one API, and where a watch starts. */
interface Listed {
  api: ClaimApi;
  claims: Claim[];
  resourceVersion: string;
}

/** Lists what may be listed; APIs without that right are named on stderr. */
async function listAll(
  context: ClaimsContext,
  client: KubeClient,
  apis: readonly ClaimApi[],
  namespace: string | undefined,
): Promise<Listed[]> {
  const lists = await Promise.all(
    apis.map(async (api): Promise<Listed[]> => {
      try {
        const { items, resourceVersion } = await client.list(
          claimResource(api),
          { namespace },
        );
        return [{ api, claims: items, resourceVersion }];
      } catch (error) {
        if (!isForbidden(error) || apis.length === 1) throw error;
        const where = namespace
          ? `in namespace "${namespace}"`
          : 'in all namespaces';
        context.stderr.write(
          `Warning: you may not list ${api.plural} ${where}; they are left out.\n`,
        );
        return [];
      }
    }),
  );
  return lists.flat();
}

function print(
  context: ClaimsContext,
  found: readonly FoundClaim[],
  options: GetOptions,
): number[] {
  const { output, allNamespaces = false } = options;
  const { stdout } = context;
  const objects = found.map(({ claim }) => {
    const { managedFields: _, ...metadata } = claim.metadata;
    return { ...claim, metadata };
  });
  const list = { apiVersion: 'v1', kind: 'List', items: objects };
  if (output === 'json') stdout.write(`${JSON.stringify(list, null, 2)}\n`);
  if (output === 'yaml') stdout.write(stringify(list));
  if (output === 'name') {
    for (const { api, claim } of found) {
      stdout.write(`${api.singular}.${api.group}/${claim.metadata.name}\n`);
    }
  }
  if (output && output !== 'wide') return [];
  const columns = { wide: output === 'wide', allNamespaces };
  const now = new Date();
  const rows = [
    instanceHeadings(columns),
    ...found.map(claim => instanceCells(claim, columns, now)),
  ];
  stdout.write(tableText(rows));
  return (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(row => row[column]?.length ?? 0)),
  );
}

/** Calls `onChange` for each change, until the signal aborts; starts again when the server has forgotten the state. */
async function watchApi(
  client: KubeClient,
  listed: Listed,
  namespace: string | undefined,
  signal: AbortSignal | undefined,
  onChange: (found: FoundClaim) => void,
): Promise<void> {
  const { api } = listed;
  let { resourceVersion } = listed;
  while (!signal?.aborted) {
    try {
      const events = client.watch(claimResource(api), {
        namespace,
        resourceVersion,
        signal,
      });
      for await (const event of events) {
        resourceVersion = event.object.metadata.resourceVersion ?? '';
        if (event.type !== 'BOOKMARK') onChange({ api, claim: event.object });
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isExpired(error)) throw error;
      ({ resourceVersion } = await client.list(claimResource(api), {
        namespace,
      }));
    }
  }
}

async function run(
  context: ClaimsContext,
  service: string | undefined,
  command: Command,
): Promise<void> {
  const options = command.optsWithGlobals<GetOptions>();
  const { output, watch, allNamespaces = false } = options;
  if (watch && output && output !== 'wide') {
    throw new Error(`--watch shows a table. Leave out "-o ${output}".`);
  }
  await withCluster(context, command, async cluster => {
    const { client } = cluster;
    const namespace = allNamespaces ? undefined : cluster.namespace;
    const instances = (await discoverApis(client)).filter(
      ({ type }) => type === 'instance',
    );
    const apis = service ? [findApi(instances, service)] : instances;
    const lists = await listAll(context, client, apis, namespace);
    const found = lists.flatMap(({ api, claims }) =>
      claims.map(claim => ({ api, claim })),
    );
    if (found.length === 0 && !watch && (!output || output === 'wide')) {
      const where = namespace ? ` in namespace "${namespace}"` : '';
      context.stderr.write(`No instances found${where}.\n`);
      return;
    }
    const widths = print(context, found, options);
    if (!watch) return;
    const columns = { wide: output === 'wide', allNamespaces };
    const onChange = (changed: FoundClaim) => {
      const cells = instanceCells(changed, columns, new Date());
      context.stdout.write(`${rowText(cells, widths)}\n`);
    };
    await Promise.all(
      lists.map(listed =>
        watchApi(client, listed, namespace, context.signal, onChange),
      ),
    );
  });
}

/**
 * Adds the command.
 *
 * @param get - the command `get`
 */
export function addGetInstances(get: Command, context: ClaimsContext): void {
  get
    .command('instances')
    .alias('instance')
    .summary('list the instances of all bound data services')
    .argument('[service]', 'only this data service')
    .option('-A, --all-namespaces', 'in all namespaces')
    .option('-w, --watch', 'print changes until Ctrl-C')
    .addOption(
      new Option('-o, --output <format>', 'output format').choices([
        'wide',
        'json',
        'yaml',
        'name',
      ]),
    )
    .action((service: string | undefined, _options, command: Command) =>
      run(context, service, command),
    );
}
