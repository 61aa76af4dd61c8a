/** Asks for what the options leave open. */
import { providerKinds, settingsOf } from './composedResource';
import {
  checks,
  differingSets,
  type DefinitionInput,
  type ParameterType,
  type PlanInput,
  type ProviderKind,
} from './definition';
import { titleOfName } from './names';
import { parseSets } from './parseSets';

/** What the questions need of `@inquirer/prompts`. */
export interface Prompts {
  input(question: {
    message: string;
    default?: string;
    validate?: (answer: string) => true | string;
  }): Promise<string>;
  select<T extends string>(question: {
    message: string;
    choices: { value: T; description?: string }[];
  }): Promise<T>;
  confirm(question: { message: string; default: boolean }): Promise<boolean>;
}

type ParameterInput = NonNullable<DefinitionInput['parameters']>[number];

/** An empty answer is no answer. */
const optional =
  (check: (answer: string) => true | string) => (answer: string) =>
    answer === '' || check(answer);

/** The property, unless the answer is empty. */
const answered = <K extends string>(key: K, answer: string) =>
  (answer === '' ? {} : { [key]: answer }) as { [P in K]?: string };

async function askProvider(
  prompts: Prompts,
): Promise<DefinitionInput['provider']> {
  const kind = await prompts.select<ProviderKind>({
    message: 'What is an instance composed of?',
    choices: (Object.keys(providerKinds) as ProviderKind[]).map(value => ({
      value,
      description: providerKinds[value],
    })),
  });
  if (kind === 'configmap') return { kind };
  const resource = {
    apiVersion: await prompts.input({
      message: 'apiVersion of that resource, such as s3.aws.upbound.io/v1beta1',
      validate: checks.apiVersion,
    }),
    resourceKind: await prompts.input({
      message: 'Its kind, such as Bucket',
      validate: checks.kind,
    }),
  };
  const hasSecret = await prompts.confirm({
    message: 'Does it write a Secret with credentials for users?',
    default: false,
  });
  return kind === 'managed-resource'
    ? { kind, ...resource, connectionSecret: hasSecret }
    : { kind, ...resource, deliversSecrets: hasSecret };
}

/** What a plan sets; the fields are those of the first plan. */
async function askSets(
  prompts: Prompts,
  kind: ProviderKind,
  first: PlanInput | undefined,
): Promise<Pick<PlanInput, 'sets'>> {
  const fields = Object.keys(first?.sets ?? {}).join(', ') || 'none';
  const sets = parseSets(
    await prompts.input({
      message: `What it sets in ${settingsOf[kind]} of the composed resource, such as quotaGb=5, tier=gold (optional)`,
      validate: answer => {
        const given = { sets: parseSets(answer) };
        const problem = checks.sets(given.sets);
        if (problem !== true) return problem;
        return (
          !first ||
          !differingSets([{ sets: first.sets ?? {} }, given]) ||
          `set the same fields as ${first.name}: ${fields}`
        );
      },
    }),
  );
  return Object.keys(sets).length > 0 ? { sets } : {};
}

async function askPlans(
  prompts: Prompts,
  kind: ProviderKind,
): Promise<PlanInput[]> {
  const plans: PlanInput[] = [];
  do {
    const name = await prompts.input({
      message: 'Name of a plan, such as small',
      validate: checks.name,
    });
    plans.push({
      name,
      title: await prompts.input({
        message: 'Its title in the portal',
        default: titleOfName(name),
        validate: checks.text,
      }),
      ...answered(
        'description',
        await prompts.input({ message: 'What it offers (optional)' }),
      ),
      ...(await askSets(prompts, kind, plans[0])),
    });
  } while (await prompts.confirm({ message: 'Another plan?', default: false }));
  return plans;
}

async function askParameter(prompts: Prompts): Promise<ParameterInput> {
  const name = await prompts.input({
    message: 'Name of the parameter, such as maxSize',
    validate: checks.parameterName,
  });
  const type = await prompts.select<ParameterType>({
    message: 'Its type',
    choices: [
      { value: 'string' },
      { value: 'integer' },
      { value: 'number' },
      { value: 'boolean' },
    ],
  });
  const description = await prompts.input({
    message: 'What it does',
    validate: checks.text,
  });
  if (type === 'boolean') return { name, type, description };
  if (type === 'string') {
    const values = await prompts.input({
      message: 'Permitted values, with commas between them (empty for any)',
    });
    const list = values
      .split(',')
      .map(value => value.trim())
      .filter(Boolean);
    return { name, type, description, ...(list.length > 0 && { enum: list }) };
  }
  const limit = async (message: string, least = -Infinity) => {
    const answer = await prompts.input({
      message: `${message} (empty for none)`,
      validate: optional(
        text =>
          Number(text) >= least ||
          (least === -Infinity
            ? 'write a number'
            : `write a number from ${least}`),
      ),
    });
    return answer === '' ? undefined : Number(answer);
  };
  const unit = await prompts.input({ message: 'Its unit (optional)' });
  const minimum = await limit('Smallest value');
  const maximum = await limit('Largest value', minimum);
  return {
    name,
    type,
    description,
    ...answered('unit', unit),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
  };
}

async function askParameters(prompts: Prompts): Promise<ParameterInput[]> {
  const parameters: ParameterInput[] = [];
  while (
    await prompts.confirm({
      message:
        parameters.length === 0
          ? 'Does the service have parameters?'
          : 'Another parameter?',
      default: false,
    })
  ) {
    parameters.push(await askParameter(prompts));
  }
  return parameters;
}

/** Completes a definition by questions; what is given is not asked. */
export async function askDefinition(
  prompts: Prompts,
  given: Partial<DefinitionInput>,
): Promise<DefinitionInput> {
  const name =
    given.name ??
    (await prompts.input({
      message: 'Name of the service, such as object-store',
      validate: checks.name,
    }));
  const title =
    given.title ??
    (await prompts.input({
      message: 'Title in the portal',
      default: titleOfName(name),
      validate: checks.text,
    }));
  const description =
    given.description ??
    (await prompts.input({
      message: 'What the service is good for, in a sentence',
      validate: checks.text,
    }));
  const docs = given.docs
    ? { docs: given.docs }
    : answered(
        'docs',
        await prompts.input({
          message: 'Address of its documentation (optional)',
          validate: optional(checks.docs),
        }),
      );
  const provider = given.provider ?? (await askProvider(prompts));
  return {
    ...given,
    name,
    title,
    description,
    ...docs,
    plans: given.plans ?? (await askPlans(prompts, provider.kind)),
    parameters: given.parameters ?? (await askParameters(prompts)),
    provider,
  };
}
