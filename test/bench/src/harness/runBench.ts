// The command line of every bench of this project, and what becomes of its figures.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { Figure, tableOf } from './figures';
import { Host, sampleHost } from './host';

/** What parts of a bench are given. */
export interface BenchContext<E> {
  /** What `setUp` made. */
  environment: E;
  repeats: number;
  /** Says to people what happens. */
  log(text: string): void;
  signal: AbortSignal;
}

export interface BenchPart<E> {
  /** One line of help. */
  about: string;
  run(context: BenchContext<E>): Promise<Figure[]>;
}

export interface Bench<E> {
  /** The result is `results/<name>.json`; options may be part of it. */
  name: string | ((options: Record<string, unknown>) => string);
  /** How it is called, for the help. */
  command: string;
  about: string;
  /** Default of `--repeats`; absent: the bench has no repeats. */
  repeats?: number;
  /** Options of this bench alone. */
  options?: Option[];
  /** By the names that `--only` takes. */
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
 * Runs the bench and ends the process: 0 when every target is met, 1 when not or when something went wrong, 2 for
 * wrong arguments.
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
