import { Writable } from 'node:stream';
import type { KubeClient } from '@klutch/kube';
import { withCallProgress, withProgress } from './progress';

function terminal(isTTY = true) {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, output: Object.assign(stream, { isTTY }) };
}

const takes = (ms: number) =>
  new Promise<string>(resolve => {
    setTimeout(() => resolve('done'), ms);
  });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it.each([
  [1_500, true, ['Reading ...\n']],
  [900, true, []],
  [1_500, false, []],
])(
  'of work that takes %d ms, at a terminal: %s',
  async (ms, isTTY, expected) => {
    const { lines, output } = terminal(isTTY);
    const work = withProgress(output, 'Reading', takes(ms));
    await jest.runAllTimersAsync();
    expect(await work).toBe('done');
    expect(lines).toEqual(expected);
  },
);

it('is one line for work inside of other work', async () => {
  const { lines, output } = terminal();
  const inner = withProgress(output, 'Inner', takes(3_000));
  const outer = withProgress(output, 'Outer', inner);
  await jest.runAllTimersAsync();
  await outer;
  expect(lines).toEqual(['Inner ...\n']);
});

it('of every slow call of a client, and of no stream', async () => {
  const { lines, output } = terminal();
  const slow = {
    server: 'https://apps.test',
    list: async () => takes(2_000),
    watch: () => [],
  } as unknown as KubeClient;
  const client = withCallProgress(slow, output);
  const resource = { group: '', version: 'v1', plural: 'pods', kind: 'Pod' };
  const call = client.list({ ...resource, namespaced: true });
  client.watch({ ...resource, namespaced: true }, {});
  await jest.runAllTimersAsync();
  await call;
  expect(lines).toEqual(['Waiting for https://apps.test ...\n']);
});
