/** `templates`: what a control plane offers to app clusters. */
import { CommanderError, type Command } from 'commander';
import { collect } from '../binding/bindFlags';
import { withCluster, type CommandContext } from '../CommandContext';
import { CommandFailure } from '../CommandFailure';
import { dryRunOption } from '../output/dryRunOption';
import { objectFormats, outputOption } from '../output/outputOption';
import type { ApplyTemplatesFlags } from './runApplyTemplates';
import type { CreateTemplateFlags } from './runCreateTemplate';
import type { DiffTemplatesFlags } from './runDiffTemplates';
import type { ListTemplatesFlags } from './runListTemplates';

/** What the commands do. */
export type TemplatesWork = typeof import('./templatesWork');

/** Loaded when a command runs, so that help and completion start fast. */
const loadWork = (): Promise<TemplatesWork> => import('./templatesWork');

const fileFlag = [
  '-f, --filename <file>',
  'file with export templates; - is standard input',
] as const;

function addList(
  templates: Command,
  context: CommandContext,
  load: () => Promise<TemplatesWork>,
): void {
  templates
    .command('list')
    .summary('list the APIs that are offered')
    .option('--available', 'list the APIs that could be offered, and are not')
    .addOption(outputOption(['wide', ...objectFormats]))
    .action(async (_flags, command: Command) => {
      const flags = command.optsWithGlobals<ListTemplatesFlags>();
      const { runListTemplates } = await load();
      await withCluster(context, command, ({ client }) =>
        runListTemplates(context, client, flags),
      );
    });
}

function addCreate(
  templates: Command,
  context: CommandContext,
  load: () => Promise<TemplatesWork>,
): void {
  templates
    .command('create')
    .summary('print what offers an API, with suggested permission claims')
    .description(
      'Prints the export template of an API and its roles, with the permission claims that the portal suggests.',
    )
    .argument('<api>', 'the CRD, or plural, kind or short name of the API')
    .option(
      '--claim <claim>',
      'claim to make, such as secrets:Provider: <plural>[.<group>][/<version>][:Provider|Consumer|Both][:required]; may be repeated',
      collect,
    )
    .option(
      '--without-claim <type>',
      'suggested claim to leave out, <plural>[.<group>]; may be repeated',
      collect,
    )
    .option('--apply', 'apply it instead of printing it')
    .addOption(dryRunOption('with --apply: only print or check the objects'))
    .addOption(outputOption(['yaml', 'json']).default('yaml'))
    .action(async (api: string, _flags, command: Command) => {
      const flags = command.optsWithGlobals<CreateTemplateFlags>();
      const { runCreateTemplate } = await load();
      await withCluster(context, command, ({ client }) =>
        runCreateTemplate(context, client, api, flags),
      );
    });
}

/** Exit code of `diff` for errors, as kubectl diff has one above that for differences. */
const diffFailed = 2;

/** @throws CommandFailure, or CommanderError for an end without a message */
function failDiff(error: unknown): never {
  if (error instanceof CommanderError) throw error;
  const { message } = error instanceof Error ? error : new Error(String(error));
  throw new CommandFailure(message, diffFailed, error);
}

function addDiff(
  templates: Command,
  context: CommandContext,
  load: () => Promise<TemplatesWork>,
): void {
  templates
    .command('diff')
    .summary('show what apply would change')
    .description(
      'Shows what apply would change, and which app clusters that affects. Ends with 1 when there are differences, and with 2 on errors.',
    )
    .requiredOption(...fileFlag)
    .exitOverride(({ code, exitCode, message }) => {
      throw new CommanderError(exitCode && diffFailed, code, message);
    })
    .action(async (_flags, command: Command) => {
      const flags = command.optsWithGlobals<DiffTemplatesFlags>();
      const { runDiffTemplates } = await load();
      await withCluster(context, command, ({ client }) =>
        runDiffTemplates(context, client, flags),
      ).catch(failDiff);
    });
}

function addApply(
  templates: Command,
  context: CommandContext,
  load: () => Promise<TemplatesWork>,
): void {
  templates
    .command('apply')
    .summary('offer the APIs of a file, or change their offers')
    .description(
      'Offers the APIs of export templates, with the roles that follow from their permission claims. The control plane checks all of them before any is written.',
    )
    .requiredOption(...fileFlag)
    .addOption(dryRunOption('only print or check the objects'))
    .addOption(outputOption(objectFormats))
    .action(async (_flags, command: Command) => {
      const flags = command.optsWithGlobals<ApplyTemplatesFlags>();
      const { runApplyTemplates } = await load();
      await withCluster(context, command, ({ client }) =>
        runApplyTemplates(context, client, flags),
      );
    });
}

/**
 * Adds the commands to the program.
 *
 * @param load - loads what the commands do
 */
export function addTemplateCommands(
  program: Command,
  context: CommandContext,
  load = loadWork,
): void {
  const templates = program
    .command('templates')
    .summary('list, create, compare or apply what a control plane offers')
    .description(
      'Export templates offer APIs to app clusters. --context has to lead to the control plane; -n is the namespace of templates (default: crossplane-system).',
    );
  addList(templates, context, load);
  addCreate(templates, context, load);
  addDiff(templates, context, load);
  addApply(templates, context, load);
}
