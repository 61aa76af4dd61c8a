import { join } from 'node:path';
import { ChildOptions, startChild } from './child';

const echo = (input: string, options?: ChildOptions) =>
  startChild<string, string>(
    join(__dirname, '__testUtils__/echo.child.ts'),
    input,
    options,
  );

describe('a child', () => {
  it('receives its input and messages, and returns a result', async () => {
    const child = echo('hello');
    expect(await child.receive('ready')).toBe(child.pid);
    child.send('word', 'world');
    expect(await child.result).toBe('hello world');
  });

  it('can collect garbage with the option gc', async () => {
    const child = echo('collect', { gc: true });
    child.send('word', 'done');
    expect(await child.result).toBe('collect done');
  });

  it('rejects with its failure, also for callers that wait for a message', async () => {
    const child = echo('fail');
    await expect(child.receive('ready')).rejects.toThrow('as asked');
    await expect(child.result).rejects.toThrow('as asked');
  });

  it('fails when it ends without a result', async () => {
    await expect(echo('exit').result).rejects.toThrow('without a result (3)');
  });

  it('ends with the signal', async () => {
    const stop = new AbortController();
    const child = echo('wait', { signal: stop.signal });
    await child.receive('ready');
    stop.abort();
    await expect(child.result).rejects.toThrow();
  });
});
