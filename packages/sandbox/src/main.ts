/** The sandbox's command line: `npm start` and `npm run demo`. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { demo } from './demo/demo';
import { serviceUses } from './demo/uses';
import { defaultDir } from './layout';
import { readyText } from './readyText';
import { startSandbox, type RunningSandbox } from './start';

const stopping = new AbortController();

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

interface DemoFlags {
  dir: string;
  service: string;
}

interface StartFlags {
  dir: string;
  port: number;
  reset: boolean;
  headless: boolean;
  services?: 'all';
}

async function stop(sandbox: RunningSandbox): Promise<void> {
  print('\nStopping');
  const problems = await sandbox.stop(name => print(`  ${name}`));
  for (const problem of problems) print(`  ! ${problem}`);
  print('Stopped.');
}

async function start(flags: StartFlags): Promise<void> {
  let end: (error?: Error) => void = () => undefined;
  const ended = new Promise<Error | undefined>(resolve => {
    end = resolve;
  });
  const sandbox = await startSandbox({
    ...flags,
    fetchAllServices: flags.services === 'all',
    signal: stopping.signal,
    onFatal: error => end(error),
  });
  stopping.signal.addEventListener('abort', () => end());
  if (stopping.signal.aborted) end();
  else print(readyText(sandbox.state, flags));
  const failure = await ended;
  await stop(sandbox);
  if (failure) throw failure;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new InvalidArgumentError('A port is a number from 1 to 65535.');
}

async function main(): Promise<void> {
  const program = new Command('klutch-sandbox').description(
    'Klutch for Backstage with real components: two clusters, Crossplane, data services, konnector, identity provider and portal.',
  );
  program
    .command('start')
    .description('start everything and keep it running')
    .option('--dir <folder>', 'where the sandbox keeps its data', defaultDir)
    .option('--port <port>', 'port of the portal', parsePort, 7007)
    .option('--reset', 'start empty', false)
    .option('--headless', 'no hints that need a browser', false)
    .addOption(
      new Option(
        '--services <which>',
        'fetch the programs of all data services now, not at their first order',
      ).choices(['all']),
    )
    .action(start);
  program
    .command('demo')
    .description('order, use and delete an instance with REST and kubectl')
    .option('--dir <folder>', 'folder of the sandbox', defaultDir)
    .addOption(
      new Option('--service <type>', 'data service; all: one after the other')
        .choices([...serviceUses.map(({ type }) => type), 'all'])
        .default('postgresql'),
    )
    .action(({ dir, service }: DemoFlags) =>
      demo({
        dir,
        services: serviceUses.filter(
          ({ type }) => service === 'all' || type === service,
        ),
        signal: stopping.signal,
      }),
    );
  await program.parseAsync();
}

function onShutdownSignal(): void {
  stopping.abort(new Error('Stopped before it was ready.'));
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, onShutdownSignal);
}
// The parent script has exited, so no other process could stop this one.
process.on('disconnect', onShutdownSignal);

main().then(
  () => process.exit(process.exitCode ?? 0),
  error => {
    process.stderr.write(
      `\n${error instanceof Error ? error.message : error}\n`,
    );
    process.exit(1);
  },
);
