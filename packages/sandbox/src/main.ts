/** The sandbox's command line: `npm start` and `npm run demo`. */
import { Command, InvalidArgumentError } from 'commander';
import { demo } from './demo/demo';
import { defaultDir } from './layout';
import { PASSWORD, people } from './identity/people';
import { startSandbox, type RunningSandbox } from './start';

const stopping = new AbortController();

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readyText(sandbox: RunningSandbox, headless: boolean): string {
  const { bindingUrl, url, kubectl, kubeconfigs } = sandbox.state;
  const users = people.map(({ name, role }) => `${name} (${role})`).join(', ');
  return `
Ready: ${url}
  Sign in as ${users}, password "${PASSWORD}", or look around as guest.
  Kubeconfigs
    app cluster, as alice  ${kubeconfigs.alice}
    app cluster, admin     ${kubeconfigs.appCluster}
    control plane, admin   ${kubeconfigs.controlPlane}
  Bind another app cluster from a terminal (or with curl: packages/sandbox/README.md)
    kubectl bind ${bindingUrl}

Three things to try
  1. ${headless ? 'npm run demo' : `Open ${url}/klutch, sign in as alice and order a PostgreSQL instance.`}
  2. ${kubectl} --kubeconfig ${kubeconfigs.alice} -n team-a get postgresqlinstances,servicebindings,backups,restores
  3. ${headless ? `${kubectl} --kubeconfig ${kubeconfigs.controlPlane} get managed` : 'Sign in as oscar and look at Platform: withdraw an API, offer it again, bind it.'}

Ctrl-C stops everything; the data stay in .sandbox for the next start (--reset begins anew).`;
}

async function stop(sandbox: RunningSandbox): Promise<void> {
  print('\nStopping');
  const problems = await sandbox.stop(name => print(`  ${name}`));
  for (const problem of problems) print(`  ! ${problem}`);
  print('Stopped.');
}

interface StartFlags {
  dir: string;
  port: number;
  reset: boolean;
  headless: boolean;
}

async function start(flags: StartFlags): Promise<void> {
  let end: (error?: Error) => void = () => undefined;
  const ended = new Promise<Error | undefined>(resolve => {
    end = resolve;
  });
  const sandbox = await startSandbox({
    ...flags,
    signal: stopping.signal,
    onFatal: error => end(error),
  });
  stopping.signal.addEventListener('abort', () => end());
  if (stopping.signal.aborted) end();
  else print(readyText(sandbox, flags.headless));
  const problem = await ended;
  await stop(sandbox);
  if (problem) throw problem;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new InvalidArgumentError('A port is a number from 1 to 65535.');
}

async function main(): Promise<void> {
  const program = new Command('klutch-sandbox').description(
    'Klutch for Backstage on real parts: two clusters, Crossplane, PostgreSQL, konnector, identity provider and portal.',
  );
  program
    .command('start')
    .description('bring everything up and keep it running')
    .option('--dir <folder>', 'where the sandbox keeps its data', defaultDir)
    .option('--port <port>', 'port of the portal', parsePort, 7007)
    .option('--reset', 'start empty', false)
    .option('--headless', 'no hints that need a browser', false)
    .action(start);
  program
    .command('demo')
    .description('do the main job through REST and kubectl')
    .option('--dir <folder>', 'folder of the sandbox', defaultDir)
    .action(({ dir }: { dir: string }) => demo(dir, stopping.signal));
  await program.parseAsync();
}

function onEndWish(): void {
  stopping.abort(new Error('Stopped before it was ready.'));
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, onEndWish);
}
// The script that started us is gone; nobody could stop us any more.
process.on('disconnect', onEndWish);

main().then(
  () => process.exit(process.exitCode ?? 0),
  error => {
    process.stderr.write(
      `\n${error instanceof Error ? error.message : error}\n`,
    );
    process.exit(1);
  },
);
