/** The command `npm run new:data-service`. */
import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { parse, stringify } from 'yaml';
import { askDefinition, type Prompts } from './ask';
import { providerKinds, settingsOf } from './composedResource';
import {
  completeDefinition,
  type Definition,
  type DefinitionInput,
  type ParameterType,
  type ProviderKind,
} from './definition';
import { dataServiceFiles, definitionFile } from './files';
import { parseSets } from './parseSets';
import { writeFiles } from './writeFiles';

/** What the command needs of its process. */
export interface Terminal {
  /** The folder in which the user is. */
  cwd: string;
  /** Undefined when nobody can answer. */
  prompts?: Prompts;
  print(text: string): void;
}

interface Flags {
  from?: string;
  output?: string;
  update: boolean;
  name?: string;
  group?: string;
  title?: string;
  description?: string;
  docs?: string;
  plan?: DefinitionInput['plans'];
  parameter?: DefinitionInput['parameters'];
  provider?: ProviderKind;
  resource?: { apiVersion: string; resourceKind: string };
}

/** `small`, `small=Small and cheap` or `small=Small and cheap{quotaGb=5,tier=gold}`. */
function toPlan(text: string, others: Flags['plan'] = []) {
  const found =
    /^(?<name>[^={]*?)(?:=(?<title>.*?))?\s*(?:\{(?<sets>.*)\})?$/s.exec(text);
  const { name = text, title, sets } = found?.groups ?? {};
  return [
    ...others,
    {
      name,
      ...(title !== undefined && { title }),
      ...(sets !== undefined && { sets: parseSets(sets) }),
    },
  ];
}

/** `maxSize:integer=What it does`. */
function toParameter(text: string, others: Flags['parameter'] = []) {
  const found = /^(?<name>[^:]+):(?<type>[^=]+)=(?<description>.+)$/.exec(text);
  const { name = '', type = '', description = '' } = found?.groups ?? {};
  if (!found) {
    throw new InvalidArgumentError(
      'Write <name>:<type>=<description>, such as "maxSize:integer=Largest size of an object".',
    );
  }
  return [...others, { name, type: type as ParameterType, description }];
}

/** `s3.aws.upbound.io/v1beta1/Bucket`. */
function toResource(text: string): Flags['resource'] {
  const slash = text.lastIndexOf('/');
  if (slash < 1) {
    throw new InvalidArgumentError(
      'Write <apiVersion>/<kind>, such as s3.aws.upbound.io/v1beta1/Bucket.',
    );
  }
  return {
    apiVersion: text.slice(0, slash),
    resourceKind: text.slice(slash + 1),
  };
}

function providerOf({
  provider: kind,
  resource,
}: Flags): DefinitionInput['provider'] | undefined {
  if (!kind || kind === 'configmap') return kind && { kind };
  if (!resource) {
    throw new Error(
      `--provider ${kind} needs --resource <apiVersion>/<kind>: the resource that an instance is composed of.`,
    );
  }
  return { kind, ...resource };
}

/** The answers that the options give. */
function givenBy(flags: Flags): Partial<DefinitionInput> {
  const { name, group, title, description, docs, plan, parameter } = flags;
  const provider = providerOf(flags);
  return Object.fromEntries(
    Object.entries({
      name,
      group,
      title,
      description,
      docs,
      plans: plan,
      parameters: parameter,
      provider,
    }).filter(([, value]) => value !== undefined),
  );
}

/** The definition, and the text of its file. */
async function readDefinition(
  flags: Flags,
  { cwd, prompts }: Terminal,
): Promise<{ definition: Definition; text: string }> {
  if (flags.from !== undefined) {
    const text = await readFile(resolve(cwd, flags.from), 'utf8');
    return { definition: completeDefinition(parse(text), flags.from), text };
  }
  const given = givenBy(flags);
  const input = prompts ? await askDefinition(prompts, given) : given;
  const where = prompts
    ? 'The service'
    : 'Nobody can be asked here, and what the options say';
  return {
    definition: completeDefinition(input, where),
    text: stringify(input),
  };
}

/** A ConfigMap holds the name of its plan; other resources have only what plans set. */
function planWarning({ provider, plans }: Definition, folder: string): string {
  const areAlike =
    plans.length > 1 &&
    plans.every(({ sets }) => Object.keys(sets).length === 0);
  if (provider.kind === 'configmap' || !areAlike) return '';
  return `
Warning: no plan sets anything, so the ${provider.resourceKind} of an instance is the same with each plan.
Add to each plan in ${folder}/${definitionFile} the fields of ${settingsOf[provider.kind]} that it sets, such as
\`sets: { quotaGb: 5 }\`, and run the command with --update, below.
`;
}

/** What to do with the files. */
function nextSteps(definition: Definition, folder: string): string {
  const { group, plural } = definition;
  return `${planWarning(definition, folder)}
Next, on the control plane cluster:

  kubectl apply -f ${folder}/xrd.yaml -f ${folder}/composition.yaml
  kubectl wait --for=condition=Offered xrd/x${plural}.${group}
  ${folder}/validate.sh
  kubectl apply -f ${folder}/example.yaml      # try an instance
  kubectl apply -f ${folder}/export-template.yaml   # offer the service to app clusters

Then bind it to an app cluster, in the portal under Data platform, App clusters.
To change the service, edit ${folder}/${definitionFile} and run

  npm run new:data-service -- --from ${folder}/${definitionFile} --update

More: docs/custom-data-service.md
`;
}

/** An update goes where its description is, unless the user names another folder. */
function outputOf({ output, update, from }: Flags, name: string): string {
  if (output !== undefined) return output;
  return update && from !== undefined ? dirname(from) : `data-services/${name}`;
}

async function run(flags: Flags, terminal: Terminal): Promise<void> {
  const { definition, text } = await readDefinition(flags, terminal);
  const folder = resolve(terminal.cwd, outputOf(flags, definition.name));
  const files = dataServiceFiles(definition);
  await writeFiles(
    folder,
    new Map([[definitionFile, { content: text }], ...files]),
    { update: flags.update },
  );
  const shown = relative(terminal.cwd, folder) || '.';
  terminal.print(`Wrote ${files.size + 1} files to ${shown}.`);
  terminal.print(nextSteps(definition, shown));
}

/**
 * Runs the command.
 *
 * @param args - without the program's name
 * @throws Error with a message for the user
 */
export async function runCli(
  args: string[],
  terminal: Terminal,
): Promise<void> {
  await new Command('new:data-service')
    .usage('[options]    (with npm: npm run new:data-service -- [options])')
    .description(
      'Writes the manifests of a data service of your own: XRD, Composition, export template with roles, an example and tests. Asks for what the options leave open.',
    )
    .allowExcessArguments(false)
    .addOption(
      new Option(
        '--from <file>',
        `take all answers from a file, such as ${definitionFile} of a service`,
      ).conflicts([
        'name',
        'group',
        'title',
        'description',
        'docs',
        'plan',
        'parameter',
        'provider',
        'resource',
      ]),
    )
    .option(
      '--output <folder>',
      'where to write (default: data-services/<name>)',
    )
    .option('--update', 'replace the generated files of the folder', false)
    .option('--name <name>', 'name of the service, such as object-store')
    .option('--title <text>', 'its title in the portal')
    .option('--description <text>', 'what the service is good for')
    .option('--group <domain>', 'API group (default: anynines.com)')
    .option('--docs <url>', 'address of its documentation')
    .option(
      '--plan <name[=title][{field=value,…}]>',
      'a plan, with the fields of the composed resource that it sets, such as "small=Small and cheap{quotaGb=5}"; may be repeated',
      toPlan,
    )
    .option(
      '--parameter <name:type=description>',
      'a parameter of type string, integer, number or boolean; may be repeated',
      toParameter,
    )
    .addOption(
      new Option(
        '--provider <kind>',
        `what an instance is composed of: ${Object.entries(providerKinds)
          .map(([kind, description]) => `${kind} (${description})`)
          .join(', ')}`,
      ).choices(Object.keys(providerKinds)),
    )
    .option(
      '--resource <apiVersion/kind>',
      'the composed resource, unless that is a ConfigMap',
      toResource,
    )
    .exitOverride()
    .action((flags: Flags) => run(flags, terminal))
    .parseAsync(args, { from: 'user' });
}
