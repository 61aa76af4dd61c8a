// The command line of every bench of this project, and the output of its figures.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { Figure, tableOf } from './figures';
import { Host, sampleHost } from './host';

/** Arguments of a part of a bench. */
export interface BenchContext<E> {
  /** Result of `setUp`. */
  environment: E;
  repeats: number;
  /** Prints progress for people. */
  log(text: string): void;
  signal: AbortSignal;
}

export interface BenchPart<E> {
  /** One line of help. */
  about: string;
  run(context: BenchContext<E>): Promise<Figure[]>;
}

export interface Bench<E> {
  /** The result file is `results/<name>.json`; the name may depend on options. */
  name: string | ((options: Record<string, unknown>) => string);
  /** Command that starts the bench, for the help. */
  command: string;
  about: string;
  /** Default of `--repeats`; absent: the bench has no repeats. */
  repeats?: number;
  /** Additional options of this bench. */
  options?: Option[];
  /** Parts by the names that `--only` takes. */
  parts: Record<string, BenchPart<E>>;
  setUp(
    options: Record<string, unknown>,
    context: Omit<BenchContext<E>, 'environment'>,
  ): Promise<{ environment: E; tearDown(): Promise<void> }>;
}

const resultsFolder = join(__dirname, '../../results');
const log = (text: string) => void process.stderr.write(`${text}\n`);

/** A whole number above zero. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) {
    throw new InvalidArgumentError('Give a whole number above zero.');
  }
  return value;
}

function parse<E>(bench: Bench<E>): Record<string, unknown> {
  const names = Object.keys(bench.parts);
  const command = new Command(bench.command)
    .description(bench.about)
    .allowExcessArguments(false);
  if (names.length > 1) {
    command.addOption(
      new Option(
        '--only <figure...>',
        'measure only these; the result file stays as it is',
      ).choices(names),
    );
    const lines = Object.entries(bench.parts).map(
      ([name, { about }]) => `  ${name.padEnd(18)}${about}`,
    );
    command.addHelpText('after', `\nFigures:\n${lines.join('\n')}`);
  }
  if (bench.repeats !== undefined) {
    command.addOption(
      new Option('--repeats <number>', 'of which the median counts')
        .default(bench.repeats)
        .argParser(positiveNumber),
    );
  }
  bench.options?.forEach(option => command.addOption(option));
  return command.parse().opts();
}

function warnAboutNoise(host: Host): void {
  if (host.quiet) return;
  log(
    `The machine is not quiet: ${Math.round(host.busyBefore * 100)} % busy, ` +
      `${host.stealBefore === null ? 'unknown' : Math.round(host.stealBefore * 100)} % taken by its host, ` +
      `load ${host.loadBefore[0]} on ${host.cores} cores. Ratios suffer less than values; end what else runs for good figures.`,
  );
}

async function measure<E>(
  bench: Bench<E>,
  options: Record<string, unknown>,
  signal: AbortSignal,
): Promise<boolean> {
  const only = options.only as string[] | undefined;
  const { host, finish } = await sampleHost();
  warnAboutNoise(host);
  const repeats = Number(options.repeats ?? 1);
  const { environment, tearDown } = await bench.setUp(options, {
    repeats,
    log,
    signal,
  });
  const figures: Figure[] = [];
  try {
    for (const [name, part] of Object.entries(bench.parts)) {
      if (only && !only.includes(name)) continue;
      signal.throwIfAborted();
      log(`${name}: ${part.about}`);
      const found = await part.run({ environment, repeats, log, signal });
      figures.push(...found);
      log(`${tableOf(found)}\n`);
    }
  } finally {
    await tearDown();
  }
  process.stdout.write(`${tableOf(figures)}\n`);
  if (!only) {
    const name =
      typeof bench.name === 'string' ? bench.name : bench.name(options);
    const file = join(resultsFolder, `${name}.json`);
    mkdirSync(resultsFolder, { recursive: true });
    const result = { host: finish(), figures };
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
    log(`\nWritten to ${relative(process.cwd(), file)}.`);
  }
  const missed = figures.filter(({ pass }) => !pass);
  missed.forEach(({ name, target }) => log(`MISSED: ${name}, ${target}`));
  return missed.length === 0;
}

/**
 * Runs the bench and ends the process: 0 when every target is met, 1 when a target is missed or the run fails, 2 for
 * invalid arguments.
 */
export async function runBench<E>(bench: Bench<E>): Promise<never> {
  const options = parse(bench);
  const stop = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) {
    process.once(event, () => stop.abort(new Error('Stopped.')));
  }
  try {
    process.exit((await measure(bench, options, stop.signal)) ? 0 : 1);
  } catch (error) {
    log(error instanceof Error ? `${error.stack}` : String(error));
    process.exit(1);
  }
}
