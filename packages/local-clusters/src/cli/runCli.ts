/** The `local-clusters` command: manages clusters by name. */
import { readFile, rm } from 'node:fs/promises';
import { Command } from 'commander';
import { clusterPaths, loadIdentity } from '../clusterDirectory';
import { createUserKubeconfig } from '../userKubeconfig';
import { startInBackground, stopInBackground } from './background';
import { runInForeground, type Report } from './foreground';
import {
  clustersFolder,
  inspectCluster,
  listClusters,
  type NamedCluster,
} from './namedClusters';

const DEFAULT_NAME = 'dev';

const printLine = (text: string) => process.stdout.write(`${text}\n`);
const logLine = (text: string) => process.stderr.write(`${text}\n`);

function printReady(
  name: string,
  ready: { url: string; kubeconfigPath: string },
): void {
  printLine(`Cluster ${name} is ready at ${ready.url}`);
  printLine(`  export KUBECONFIG=${ready.kubeconfigPath}`);
}

async function up(
  name: string,
  options: { crossplane?: boolean; foreground?: boolean },
): Promise<void> {
  if (!options.foreground) {
    printReady(
      name,
      await startInBackground(name, { ...options, onProgress: logLine }),
    );
    return;
  }
  // If the foreground command that waits for a background start was ended, the cluster is not wanted any more.
  let ready = false;
  process.once(
    'disconnect',
    () => !ready && process.kill(process.pid, 'SIGTERM'),
  );
  const report = (event: Report) => {
    ready ||= event.kind === 'ready';
    if (process.connected) process.send?.(event);
    else if (event.kind === 'ready') printReady(name, event);
    else logLine(event.text);
  };
  try {
    await runInForeground(name, { crossplane: options.crossplane, report });
  } finally {
    ready = true;
    if (process.connected) process.disconnect();
  }
}

async function down(
  name: string,
  options: { delete?: boolean },
): Promise<void> {
  const stopped = await stopInBackground(name);
  printLine(
    stopped
      ? `Cluster ${name} is stopped.`
      : `Cluster ${name} was not running.`,
  );
  if (!options.delete) return;
  const { dir } = await inspectCluster(name);
  await rm(dir, { recursive: true, force: true });
  printLine(`Its data in ${dir} is deleted.`);
}

async function kubeconfig(
  name: string,
  options: { path?: boolean; user?: string; group?: string[] },
): Promise<void> {
  const { dir, url } = await inspectCluster(name);
  if (!url)
    throw new Error(
      `There is no cluster ${name}. Start it with: local-clusters up ${name}`,
    );
  const paths = clusterPaths(dir);
  if (options.path) printLine(paths.kubeconfig);
  else if (options.user) {
    const { authority } = await loadIdentity(name, paths);
    const groups = options.group ?? [];
    process.stdout.write(
      await createUserKubeconfig({
        cluster: name,
        url,
        authority,
        user: options.user,
        groups,
      }),
    );
  } else process.stdout.write(await readFile(paths.kubeconfig, 'utf8'));
}

/** Formats the clusters as a table, one per line. */
export function formatStatus(clusters: NamedCluster[]): string {
  const header = ['NAME', 'STATE', 'URL', 'PROCESS', 'SINCE', 'FOLDER'];
  const rows = clusters.map(({ name, dir, url, owner }) => {
    const running = owner
      ? ['running', `${owner.pid}`, owner.since]
      : ['stopped', '-', '-'];
    const [state = '', pid = '', since = ''] = running;
    return [name, state, url ?? '-', pid, since, dir];
  });
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map(row => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return [header, ...rows].map(row => line(row).trimEnd()).join('\n');
}

async function status(name?: string): Promise<void> {
  const clusters = name ? [await inspectCluster(name)] : await listClusters();
  if (clusters.length === 0)
    printLine(
      `No clusters in ${clustersFolder()}. Start one with: local-clusters up`,
    );
  else printLine(formatStatus(clusters));
}

function createProgram(): Command {
  const program = new Command('local-clusters')
    .description(
      'Real Kubernetes clusters (etcd, kube-apiserver, kube-controller-manager) as local processes.',
    )
    .addHelpText(
      'after',
      '\nData is kept in KLUTCH_CLUSTERS (default: ~/.local/state/klutch/clusters). Programs come from\n' +
        'KLUTCH_LOCAL_BIN, KUBEBUILDER_ASSETS, the cache (KLUTCH_CACHE), a download or a Go build, in this order.',
    );
  program
    .command('up')
    .description('start a cluster, with the data of its last run')
    .argument('[name]', 'name of the cluster', DEFAULT_NAME)
    .option('--crossplane', 'also start Crossplane')
    .option(
      '--foreground',
      'stay until Ctrl-C instead of running in the background',
    )
    .action(up);
  program
    .command('down')
    .description('stop a cluster')
    .argument('[name]', 'name of the cluster', DEFAULT_NAME)
    .option('--delete', 'delete its data')
    .action(down);
  program
    .command('kubeconfig')
    .description(
      "print a cluster's kubeconfig: the admin's, or one for another user",
    )
    .argument('[name]', 'name of the cluster', DEFAULT_NAME)
    .option('--path', "print the path of the admin's file instead")
    .option('--user <user>', 'create one for this user')
    .option('--group <group...>', 'groups of that user')
    .action(kubeconfig);
  program
    .command('status')
    .description('show all clusters, or one')
    .argument('[name]', 'name of the cluster')
    .action(status);
  return program;
}

/** Runs the command line `argv` (as in `process.argv`); failures are printed as messages and set the exit code. */
export async function runCli(argv: string[]): Promise<void> {
  try {
    await createProgram().parseAsync(argv);
  } catch (error) {
    logLine(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
