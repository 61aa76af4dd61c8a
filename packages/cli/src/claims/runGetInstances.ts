/** Carries out `get instances`: lists and watches the instances of all data services, or of one. */
import type { Command } from 'commander';
import { isExpired, isForbidden, type KubeClient } from '@klutch/kube';
import {
  claimResource,
  claimName,
  type Claim,
  type ClaimApi,
} from './ClaimApi';
import { withCluster, type CommandContext } from '../CommandContext';
import { readServices } from './readServices';
import { findApi } from './findApi';
import { instanceCells, instanceHeadings } from './instanceTable';
import type { FoundClaim } from './readClaims';
import { listText, withoutManagedFields } from '../output/objects';
import { columnWidths, rowText, tableText } from '../output/table';

interface GetOptions {
  allNamespaces?: boolean;
  output?: 'wide' | 'json' | 'yaml' | 'name';
  watch?: boolean;
}

/** The instances of one API, and where a watch starts. */
export interface Listed {
  api: ClaimApi;
  claims: Claim[];
  resourceVersion: string;
}

/** Lists what may be listed; APIs without that right are named on stderr. */
async function listAll(
  context: CommandContext,
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
  context: CommandContext,
  found: readonly FoundClaim[],
  options: GetOptions,
): number[] {
  const { output, allNamespaces = false } = options;
  const { stdout } = context;
  if (output === 'json' || output === 'yaml') {
    const claims = found.map(({ claim }) => withoutManagedFields(claim));
    stdout.write(listText(claims, output));
  }
  if (output === 'name') {
    for (const { api, claim } of found) {
      stdout.write(`${claimName(api, claim)}\n`);
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
  return columnWidths(rows);
}

/**
 * Calls `onChange` for each change, until the signal aborts. When the server has forgotten the state, lists again, and
 * calls it for what has changed meanwhile.
 */
export async function watchApi(
  client: KubeClient,
  listed: Listed,
  namespace: string | undefined,
  signal: AbortSignal | undefined,
  onChange: (found: FoundClaim) => void,
): Promise<void> {
  const { api, claims } = listed;
  let { resourceVersion } = listed;
  const shown = new Map<string, string | undefined>();
  const remember = ({ metadata }: Claim): void => {
    shown.set(metadata.uid ?? '', metadata.resourceVersion);
  };
  const show = (claim: Claim): void => {
    remember(claim);
    onChange({ api, claim });
  };
  claims.forEach(remember);
  while (!signal?.aborted) {
    try {
      const events = client.watch(claimResource(api), {
        namespace,
        resourceVersion,
        signal,
      });
      for await (const event of events) {
        resourceVersion = event.object.metadata.resourceVersion ?? '';
        if (event.type !== 'BOOKMARK') show(event.object);
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isExpired(error)) throw error;
      const again = await client.list(claimResource(api), { namespace });
      ({ resourceVersion } = again);
      again.items
        .filter(
          ({ metadata }) =>
            shown.get(metadata.uid ?? '') !== metadata.resourceVersion,
        )
        .forEach(show);
    }
  }
}

/** Prints the instances, and with `--watch` their changes. */
export async function runGetInstances(
  context: CommandContext,
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
    const instances = (await readServices(context, client)).filter(
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
