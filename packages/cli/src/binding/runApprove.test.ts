import { ApiError } from '@klutch/kube';
import { MemoryCluster } from '../__testUtils__/MemoryCluster';
import { runProgram, type RunOptions } from '../__testUtils__/runProgram';
import { addBindCommands } from './addBindCommands';
import * as bindWork from './bindWork';

const api = 'databases.example.test';
const id = `apiservicebindings.klutch.anynines.com/klutch-bind/${api}`;
const annotation = 'klutch.anynines.com/approve-deletions';

let apps: MemoryCluster;

const pauseWith = (reason: string): void => {
  const message = '7 deletions wait.';
  apps.objects.set(id, {
    metadata: { name: api, namespace: 'klutch-bind', uid: 'u1' },
    status: {
      conditions: [{ type: 'Syncing', status: 'False', reason, message }],
    },
  });
};

beforeEach(() => {
  apps = new MemoryCluster();
  pauseWith('DeletionsPaused');
});

const approve = (args: string[] = [], options: RunOptions = {}) =>
  runProgram(
    ['approve', api, '7', ...args],
    (program, context) =>
      addBindCommands(program, context, async () => bindWork),
    async () => ({ client: apps.client, namespace: 'default' }),
    options,
  );
const approval = () => apps.objects.get(id)?.metadata.annotations?.[annotation];

it('approves the number after a question that names what waits', async () => {
  const questions: string[] = [];
  const { error, stderr, stdout } = await approve([], {
    answer: question => questions.push(question) > 0,
  });
  expect(error).toBeUndefined();
  expect(stderr).toBe('7 deletions wait.\n');
  expect(questions).toEqual([expect.stringContaining('Delete 7 of these')]);
  expect(stdout).toBe(`7 deletions of ${api} approved\n`);
  expect(approval()).toBe('7');
});

it.each([
  ['the user declines', { answer: false }],
  ['there is nobody to ask', {}],
])('approves nothing when %s', async (_, options) => {
  const { error } = await approve([], options);
  expect(error?.message).toMatch(/Nothing was approved\. Add --yes/);
  expect(apps.writes).toEqual([]);
});

it('approves nothing when no deletions wait, or the API is not bound', async () => {
  pauseWith('SomethingElse');
  expect((await approve(['-y'])).error?.message).toMatch(/No deletions/);
  apps.objects.delete(id);
  expect((await approve(['-y'])).error?.message).toMatch(/is not bound/);
  expect(apps.writes).toEqual([]);
});

it('approves nothing of a binding that was replaced meanwhile, and can be run again', async () => {
  const { error } = await approve([], {
    answer: () => {
      pauseWith('DeletionsPaused');
      const replaced = apps.objects.get(id);
      if (replaced) replaced.metadata.uid = 'u2';
      return true;
    },
  });
  expect(error).toBeInstanceOf(ApiError);
  expect(approval()).toBeUndefined();
  expect((await approve(['-y'])).error).toBeUndefined();
  expect(approval()).toBe('7');
});

it('fails when the API server fails, and can be run again', async () => {
  apps.onWrite = () => {
    throw new ApiError({ code: 500, reason: 'InternalError', message: 'etcd' });
  };
  expect((await approve(['-y'])).error?.message).toBe('etcd');
  expect(approval()).toBeUndefined();
  apps.onWrite = () => undefined;
  expect((await approve(['-y'])).error).toBeUndefined();
  expect(approval()).toBe('7');
});

it('writes nothing in a dry run', async () => {
  const { stdout } = await approve(['--dry-run=server']);
  expect(stdout).toContain('approved (server dry run)');
  expect(apps.writes).toEqual([`patch ${id} (dry run)`]);
  expect(approval()).toBeUndefined();
});
