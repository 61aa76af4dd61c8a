import {
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Prompts } from './ask';
import { runCli } from './cli';

let cwd: string;
let printed: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'klutch-new-'));
  printed = '';
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const run = (args: string[], prompts?: Prompts) =>
  runCli(args, { cwd, prompts, print: text => void (printed += `${text}\n`) });
const read = async (path: string) =>
  parse(await readFile(join(cwd, path), 'utf8'));

const store = [
  '--name=object-store',
  '--description=Keeps files.',
  '--plan=small=Small and cheap {quotaGb=5,tier=lent}',
  '--plan=big {quotaGb=500, tier=own}',
  '--parameter=maxSize:integer=Largest size of an object.',
  '--provider=managed-resource',
  '--resource=s3.aws.upbound.io/v1beta1/Bucket',
];

it('writes all files from options, and says what to do next', async () => {
  await run(store);
  const folder = join(cwd, 'data-services/object-store');
  expect((await readdir(folder)).sort()).toEqual([
    'composition.yaml',
    'example.yaml',
    'export-template.yaml',
    'service.yaml',
    'tests',
    'validate.sh',
    'xrd.yaml',
  ]);
  expect((await stat(join(folder, 'validate.sh'))).mode % 0o1000).toBe(0o755);
  expect(await read('data-services/object-store/xrd.yaml')).toMatchObject({
    metadata: { name: 'xobjectstores.anynines.com' },
    spec: {
      claimNames: { kind: 'ObjectStore', plural: 'objectstores' },
      defaultCompositionRef: { name: 'object-store' },
      metadata: {
        annotations: {
          'klutch.anynines.com/title': 'Object store',
          'klutch.anynines.com/plans': expect.stringContaining(
            '"small": {"title":"Small and cheap"}',
          ),
        },
      },
    },
  });
  expect(printed).toContain(
    'kubectl apply -f data-services/object-store/xrd.yaml',
  );
});

const withoutSets = store.map(option => option.replace(/ ?\{.*\}/, ''));

it('composes what the plans of the options set', async () => {
  await run(store);
  const composition = await read('data-services/object-store/composition.yaml');
  const [{ patches }] = composition.spec.pipeline[0].input.resources;
  const setByPlan = (field: string, map: object) => ({
    type: 'FromCompositeFieldPath',
    fromFieldPath: 'spec.plan',
    toFieldPath: `spec.forProvider.${field}`,
    transforms: [{ type: 'map', map }],
  });
  expect(patches).toEqual(
    expect.arrayContaining([
      setByPlan('quotaGb', { small: 5, big: 500 }),
      setByPlan('tier', { small: 'lent', big: 'own' }),
    ]),
  );
});

describe('warns that all plans are alike', () => {
  const warning = 'Warning: no plan sets anything';
  it.each([
    ['if none of them sets anything', withoutSets, true],
    ['but not if they set something', store, false],
    [
      'but not if there is one',
      withoutSets.filter(option => option !== '--plan=big'),
      false,
    ],
    [
      'but not if a ConfigMap holds the plan',
      [
        ...withoutSets.filter(option => !/provider|resource/.test(option)),
        '--provider=configmap',
      ],
      false,
    ],
  ])('%s', async (_, options, warns) => {
    await run(options);
    expect(printed.includes(warning)).toBe(warns);
  });
});

it('overwrites nothing, unless asked to update', async () => {
  await run(store);
  await expect(run(store)).rejects.toThrow('nothing was written');

  const file = 'data-services/object-store/service.yaml';
  const text = await readFile(join(cwd, file), 'utf8');
  await writeFile(join(cwd, file), `# Ours\n${text.replace('big', 'huge')}`);
  const own = 'data-services/object-store/notes.md';
  await writeFile(join(cwd, own), 'kept');
  const ownCases = ['accepted/two-plans.yaml', 'refused/too-long.yaml'].map(
    name => join(cwd, 'data-services/object-store/tests', name),
  );
  await Promise.all(ownCases.map(path => writeFile(path, 'kept')));
  await run([`--from=${file}`, '--update']);
  expect(await readFile(join(cwd, file), 'utf8')).toMatch(/^# Ours\n/);
  for (const path of [join(cwd, own), ...ownCases]) {
    expect(await readFile(path, 'utf8')).toBe('kept');
  }
  const accepted = await readdir(
    join(cwd, 'data-services/object-store/tests/accepted'),
  );
  expect(accepted).toContain('plan-huge.yaml');
  expect(accepted).not.toContain('plan-big.yaml');
});

it('asks for what the options leave open', async () => {
  const answers = [
    'mail-relay', // name
    'Mail relay',
    'Sends mail.',
    '', // docs
    'kubernetes-object',
    'mail.example.org/v1',
    'Relay',
    true, // connection secret
    'small',
    'Small',
    '100 mails a day',
    'limits.mails=100, shared=true, tier="1"', // sets
    true, // another plan
    'big',
    'Big',
    '',
    'limits.mails=5000, shared=false, tier="2"',
    false, // another plan
    true, // a parameter
    'region',
    'string',
    'Where it runs.',
    'eu, us',
    true, // another parameter
    'quota',
    'integer',
    'Mails a day.',
    'mails',
    '1',
    '',
    false, // another parameter
  ];
  const next = async () => answers.shift() as never;
  await run([], { input: next, select: next, confirm: next });
  expect(answers).toEqual([]);
  expect(await read('data-services/mail-relay/service.yaml')).toEqual({
    name: 'mail-relay',
    title: 'Mail relay',
    description: 'Sends mail.',
    plans: [
      {
        name: 'small',
        title: 'Small',
        description: '100 mails a day',
        sets: { 'limits.mails': 100, shared: true, tier: '1' },
      },
      {
        name: 'big',
        title: 'Big',
        sets: { 'limits.mails': 5000, shared: false, tier: '2' },
      },
    ],
    parameters: [
      {
        name: 'region',
        type: 'string',
        description: 'Where it runs.',
        enum: ['eu', 'us'],
      },
      {
        name: 'quota',
        type: 'integer',
        description: 'Mails a day.',
        unit: 'mails',
        minimum: 1,
      },
    ],
    provider: {
      kind: 'kubernetes-object',
      apiVersion: 'mail.example.org/v1',
      resourceKind: 'Relay',
      deliversSecrets: true,
    },
  });
});

it('checks each answer at once', async () => {
  const problems: unknown[] = [];
  const prompts = {
    input: async ({ validate }: Parameters<Prompts['input']>[0]) => {
      problems.push(validate?.('Not a name!'), validate?.('fine'));
      throw new Error('enough');
    },
  };
  await expect(run([], prompts as never)).rejects.toThrow('enough');
  expect(problems).toEqual([expect.stringContaining('lower case'), true]);
});

it('asks each plan for the fields that the first one sets', async () => {
  const checked: unknown[] = [];
  const plans = ['small', 'big'];
  const prompts = {
    input: async (question: Parameters<Prompts['input']>[0]) => {
      const { message, validate } = question;
      if (message.startsWith('Name')) return plans.shift();
      if (!message.startsWith('What it sets in spec.forProvider')) {
        return question.default ?? '';
      }
      const answers = ['size=1', 'size=[1]', 'si ze=1', 'size', 'tier=1', ''];
      checked.push(answers.map(answer => validate?.(answer)));
      return 'size=1';
    },
    confirm: async () => plans.length > 0,
  };
  await run(
    store.filter(option => !option.startsWith('--plan')),
    prompts as never,
  );
  const noValue = 'size: use a text, a number, true or false';
  const problems = [noValue, expect.stringContaining('si ze'), noValue];
  const otherFields = 'set the same fields as small: size';
  expect(checked).toEqual([
    [true, ...problems, true, true],
    [true, ...problems, otherFields, otherFields],
  ]);
});

describe('refuses', () => {
  const base = {
    name: 'flags',
    description: 'Flags.',
    provider: { kind: 'configmap' },
    plans: [{ name: 'small' }],
  };
  const text = { name: 'a', type: 'string', description: 'A.' };
  it.each([
    ['a name that is none', { name: 'Flags_1' }, 'name: use at most 40'],
    ['a group without a dot', { group: 'flags' }, 'group: use a domain name'],
    [
      'a service without a plan',
      { plans: [] },
      'plans: a service needs a plan',
    ],
    [
      'plans of the same name',
      { plans: [{ name: 'a' }, { name: 'a' }] },
      'plans: a is there twice',
    ],
    [
      'plans that set different fields',
      { plans: [{ name: 'a', sets: { size: 1 } }, { name: 'b' }] },
      'plans: all of them have to set the same fields',
    ],
    [
      'a default beyond the limits',
      { parameters: [{ ...text, type: 'integer', maximum: 3, default: 4 }] },
      'parameters.0.default: must be a value that a accepts',
    ],
    [
      'a minimum above the maximum',
      { parameters: [{ ...text, type: 'integer', minimum: 4, maximum: 3 }] },
      'parameters.0.minimum: must not be above the maximum',
    ],
    [
      'limits of a text',
      { parameters: [{ ...text, maximum: 3 }] },
      'parameters.0.minimum: only numbers',
    ],
    [
      'a parameter that would overwrite the plan',
      { parameters: [{ ...text, name: 'plan' }] },
      'parameters: a parameter cannot be named plan',
    ],
    ...Object.entries({
      binding: 'servicebindings',
      backup: 'backups',
      restore: 'restores',
    }).map(([use, plural]): [string, object, string] => [
      `${plural} of the package`,
      { relatedApis: { [use]: `${plural}.anynines.com` } },
      `relatedApis.${use}: ${plural}.anynines.com accepts only the data services of Klutch's package; name an API of yours`,
    ]),
    ['an unknown key', { plan: 'small' }, 'Unrecognized key: "plan"'],
    [
      'a managed resource without its kind',
      { provider: { kind: 'managed-resource', apiVersion: 'a.b/v1' } },
      'provider.resourceKind',
    ],
  ])('%s', async (_, change, message) => {
    const file = join(cwd, 'service.yaml');
    await writeFile(file, JSON.stringify({ ...base, ...change }));
    await expect(run([`--from=${file}`])).rejects.toThrow(message);
    expect(await readdir(cwd)).toEqual(['service.yaml']);
  });

  it('to guess where nobody can be asked', async () => {
    await expect(run(['--name=flags'])).rejects.toThrow(
      /Nobody can be asked here[^]*- description: is missing\n- plans: is missing\n- provider: is missing/,
    );
  });
});
