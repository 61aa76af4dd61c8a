/** What can follow the words of a command line. */
import type { Argument, Command, Option } from 'commander';

/** Loads what asks the cluster, which commands and flags do not need. */
export type LoadNames = () => Promise<ClusterNames>;

/** Names that only the cluster knows; an empty list when it cannot be asked. */
export interface ClusterNames {
  /** Plurals of the data services. */
  services(): Promise<string[]>;
  /** Namespaces. */
  namespaces(): Promise<string[]>;
  /** Contexts of the kubeconfig, for which no cluster is asked. */
  contexts(): Promise<string[]>;
  /** Names of the bindings of the app cluster, `<plural>.<group>`. */
  bindings(): Promise<string[]>;
  /** `create <type>` with the flags of a service. */
  createCommand(
    type: string,
    service: string | undefined,
  ): Promise<Command | undefined>;
  /** Names of claims of these types, instances as `type/name`. */
  claims(types: readonly string[]): Promise<string[]>;
}

/** What can follow. */
export interface Completion {
  candidates: string[];
  /** Whether names of files can follow, too. */
  files: boolean;
}

const takesValue = ({ required, optional }: Option) => required || optional;

/** All options that a command understands, its parents' included. */
function optionsOf(command: Command): Option[] {
  return [
    ...command.options,
    ...(command.parent ? optionsOf(command.parent) : []),
  ].filter(({ hidden }) => !hidden);
}

const matches = (option: Option, word: string) =>
  option.long === word || option.short === word;

interface Walked {
  command: Command;
  /** The words that are neither commands nor flags. */
  operands: string[];
  /** The option whose value comes next. */
  pending?: Option;
}

/** Follows the words to the command that they name. */
function walk(command: Command, words: readonly string[]): Walked {
  let walked: Walked = { command, operands: [] };
  for (const word of words) {
    const { command: current, operands, pending } = walked;
    if (pending) {
      walked = { command: current, operands };
      continue;
    }
    if (word.startsWith('-')) {
      const option = optionsOf(current).find(known => matches(known, word));
      walked = {
        ...walked,
        ...(option && takesValue(option) && { pending: option }),
      };
      continue;
    }
    const next =
      operands.length === 0 &&
      current.commands.find(
        sub => sub.name() === word || sub.aliases().includes(word),
      );
    walked = next
      ? { command: next, operands: [] }
      : { command: current, operands: [...operands, word] };
  }
  return walked;
}

async function valuesOf(option: Option, load: LoadNames): Promise<string[]> {
  if (option.argChoices) return [...option.argChoices];
  switch (option.long) {
    case '--namespace':
      return (await load()).namespaces();
    case '--context':
    case '--control-plane-context':
      return (await load()).contexts();
    case '--instance':
      return (await load()).claims(['instance']);
    case '--backup':
      return (await load()).claims(['backup']);
    default:
      return [];
  }
}

/** Commands whose arguments are bindings of the app cluster. */
const bindingCommands = ['status', 'unbind', 'approve'];

/** Which claims the commands of these names take. */
const claimTypes: Record<string, readonly string[]> = {
  connect: ['binding', 'instance'],
  trace: ['instance', 'binding', 'backup', 'restore'],
};

/** The last argument of a command may take several words. */
function argumentAt(
  args: readonly Argument[],
  index: number,
): Argument | undefined {
  const last = args.at(-1);
  return args[index] ?? (last?.variadic ? last : undefined);
}

async function operandsOf(
  { command, operands }: Walked,
  load: LoadNames,
): Promise<string[]> {
  const argument = argumentAt(command.registeredArguments, operands.length);
  if (argument?.argChoices) return [...argument.argChoices];
  if (!argument || (operands.length > 0 && !argument.variadic)) return [];
  if (bindingCommands.includes(command.name())) {
    const bindings = await (await load()).bindings();
    return bindings.filter(name => !operands.includes(name));
  }
  if (operands.length > 0) return [];
  switch (`${command.parent?.name()} ${command.name()}`) {
    case 'create instance':
    case 'get instances':
      return (await load()).services();
    case 'get credentials':
      return (await load()).claims(['binding']);
    default: {
      const types = claimTypes[command.name()];
      return types ? (await load()).claims(types) : [];
    }
  }
}

const takesFile = (option: Option | undefined): boolean =>
  option?.flags.endsWith('<file>') ?? false;

/** The words as typed with spaces: bash passes `--flag=value` as three of them. */
export function shellWords(words: readonly string[]): string[] {
  const typed = words.at(-1) === '=' ? '' : (words.at(-1) ?? '');
  return [...words.slice(0, -1).filter(word => word !== '='), typed];
}

/**
 * What can follow.
 *
 * @param words - the words after the name of the program; the last one is being typed and may be empty
 */
export async function complete(
  program: Command,
  words: readonly string[],
  load: LoadNames,
): Promise<Completion> {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(typed) ?? [];
  if (flag !== undefined && value !== undefined) {
    return complete(program, [...before, flag, value], load);
  }
  let walked = walk(program, before);
  const { command, operands } = walked;
  if (command.parent?.name() === 'create') {
    const service = command.name() === 'instance' ? operands[0] : undefined;
    const known = command.name() === 'instance' && service === undefined;
    const generated = known
      ? undefined
      : await (await load()).createCommand(command.name(), service);
    if (generated) {
      const start = before.lastIndexOf(command.name()) + 1;
      walked = walk(generated, before.slice(start));
    }
  }
  const candidates = await candidatesOf(walked, typed, load);
  return {
    candidates: [...new Set(candidates)]
      .filter(candidate => candidate.startsWith(typed))
      .sort(),
    files: takesFile(walked.pending),
  };
}

async function candidatesOf(
  walked: Walked,
  typed: string,
  load: LoadNames,
): Promise<string[]> {
  const { command, operands, pending } = walked;
  if (pending) return valuesOf(pending, load);
  if (typed.startsWith('-')) {
    return optionsOf(command).flatMap(({ long }) => long ?? []);
  }
  const commands =
    operands.length === 0
      ? command.commands
          .map(sub => sub.name())
          .filter(name => !name.startsWith('_'))
      : [];
  return [...commands, ...(await operandsOf(walked, load))];
}
