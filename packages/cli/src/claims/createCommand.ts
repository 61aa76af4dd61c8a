/** Builds `create <type>` for one API: its flags come from the schema. */
import { Option, type Command } from 'commander';
import type { ClaimApi } from './ClaimApi';
import { KlutchCommand } from '../KlutchCommand';
import type { DryRun } from '../output/dryRunOption';
import type { ObjectFormat } from '../output/objects';
import { createFlags } from './createFlags';
import { specFlags, type SpecFlag } from './specFlags';

/** Values of the flags of `create` that are the same for every API. */
export interface CreateOptions {
  dryRun: DryRun;
  output?: ObjectFormat;
  wait?: boolean;
  timeout: string;
}

/** `create <type>` of one API. */
export interface CreateCommand {
  command: Command;
  flags: SpecFlag[];
  /** The text of a flag, once the command is parsed. */
  valueOf(flag: SpecFlag): string | undefined;
}

const descriptionOf = (flag: SpecFlag) => {
  const { description = '', title } = flag.schema;
  const text = description || (title ?? '');
  return flag.required ? `${text} (required)`.trimStart() : text;
};

const references: Record<string, string> = {
  instance: '[type/]name',
  backup: '[type/]name',
};

function optionOf(flag: SpecFlag): Option {
  const { name, schema, values } = flag;
  const type = references[name] ?? schema.type ?? 'value';
  const option = new Option(`--${name} <${type}>`, descriptionOf(flag));
  const choices = schema.type === 'boolean' ? ['true', 'false'] : values;
  return choices.length > 0 && schema.type !== 'array'
    ? option.choices(choices)
    : option;
}

/**
 * The command for one API.
 *
 * @param parent - the command `create`
 */
export function buildCreateCommand(
  api: ClaimApi,
  parent: Command,
): CreateCommand {
  const flags = specFlags(api.specSchema);
  const options = new Map(flags.map(flag => [flag, optionOf(flag)]));
  const isInstance = api.type === 'instance';
  const command = new KlutchCommand(api.type)
    .copyInheritedSettings(parent)
    .summary(`Creates: ${api.kind}`)
    .description(`Creates: ${api.kind}.`)
    .usage(isInstance ? `${api.plural} <name> [flags]` : '<name> [flags]');
  command.parent = parent;
  if (isInstance) command.argument('<service>', 'the data service');
  command.argument('<name>', 'name of the new object');
  for (const option of options.values()) command.addOption(option);
  for (const option of createFlags()) command.addOption(option);
  return {
    command,
    flags,
    valueOf: flag => {
      const name = options.get(flag)?.attributeName();
      const value: unknown = name && command.opts()[name];
      return typeof value === 'string' ? value : undefined;
    },
  };
}
