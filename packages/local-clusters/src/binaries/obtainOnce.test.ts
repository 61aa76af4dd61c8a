import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { killHard, useScripts } from '../testing/otherProcess';
import { useTemporaryDirs } from '../testing/temporaryDir';
import { NoWayError, obtainOnce, type Wanted, type Way } from './obtainOnce';

jest.setTimeout(30_000);

describe('obtaining something once', () => {
  const temporaryDir = useTemporaryDirs();
  const runScript = useScripts();
  const progress: string[] = [];
  beforeEach(() => progress.splice(0));

  const wanted = (ways: Way[], options: Partial<Wanted> = {}): Wanted => ({
    what: 'thing v1',
    target: join(temporaryDir(), 'cache', 'thing'),
    ways,
    advice: 'Do it by hand.',
    onProgress: text => progress.push(text),
    ...options,
  });
  const writes = (name: string, content: string): Way => ({
    name,
    obtain: target => writeFile(target, content),
  });
  const fails = (name: string, reason: string): Way => ({
    name,
    obtain: async target => {
      await writeFile(target, 'half');
      throw new Error(reason);
    },
  });

  it('takes the first way that works, and says why others did not', async () => {
    const target = await obtainOnce(
      wanted([fails('download', 'no network'), writes('build', 'built')]),
    );
    expect(readFileSync(target, 'utf8')).toBe('built');
    expect(progress).toEqual(['thing v1: no download (no network)']);
    expect(readdirSync(dirname(target))).toEqual(['thing']);
  });

  it('does nothing when it is there', async () => {
    const it = wanted([writes('build', 'one')]);
    await obtainOnce(it);
    await obtainOnce({ ...it, ways: [writes('build', 'two')] });
    expect(readFileSync(it.target, 'utf8')).toBe('one');
  });

  it('names every way and what to do when none works, and leaves nothing half-done', async () => {
    const it = wanted(
      [fails('download', 'HTTP 404'), fails('build', 'no go')],
      {
        triedBefore: ['KLUTCH_LOCAL_BIN: not set'],
      },
    );
    const error = await obtainOnce(it).catch(reason => reason);
    expect(error).toBeInstanceOf(NoWayError);
    expect(error.message).toBe(
      [
        'thing v1 could not be found, downloaded or built. Tried:',
        '  - KLUTCH_LOCAL_BIN: not set',
        '  - download: HTTP 404',
        '  - build: no go',
        'Do it by hand.',
      ].join('\n'),
    );
    expect(readdirSync(dirname(it.target))).toEqual([]);
  });

  it('is done once when two ask at the same time', async () => {
    let builds = 0;
    let finish: () => void = () => undefined;
    const finished = new Promise<void>(resolve => {
      finish = resolve;
    });
    const slow: Way = {
      name: 'build',
      async obtain(target) {
        builds += 1;
        await finished;
        await writeFile(target, 'built');
      },
    };
    const it = wanted([slow], {
      // The second one says that it waits: only then the first may end.
      onProgress: text => {
        progress.push(text);
        finish();
      },
    });
    const targets = await Promise.all([obtainOnce(it), obtainOnce(it)]);
    expect(targets).toEqual([it.target, it.target]);
    expect(builds).toBe(1);
    expect(progress).toEqual([
      'thing v1: another process prepares it, waiting for that',
    ]);
  });

  it('goes to the second when the first fails', async () => {
    let fail: () => void = () => undefined;
    const failing = new Promise<never>((_resolve, reject) => {
      fail = () => reject(new Error('broken'));
    });
    const it = wanted([{ name: 'build', obtain: () => failing }]);
    const first = obtainOnce(it);
    const second = obtainOnce({
      ...it,
      ways: [writes('build', 'second')],
      onProgress: () => fail(),
    });
    await expect(first).rejects.toThrow('broken');
    expect(readFileSync(await second, 'utf8')).toBe('second');
  });

  it('waits for another process, and takes over when that one is killed', async () => {
    const it = wanted([writes('build', 'mine')], { staleLockMs: 2_000 });
    const other = await runScript(
      require.resolve('../testing/obtainForever.ts'),
      [it.target],
    );
    const waiting = new Promise<void>(resolve => {
      const done = obtainOnce({ ...it, onProgress: () => resolve() });
      void done.then(() => progress.push('done'));
    });
    await waiting;
    expect(progress).toEqual([]);

    await killHard(other.child);
    expect(readFileSync(await obtainOnce(it), 'utf8')).toBe('mine');
  });

  it('clears what a crash left', async () => {
    const it = wanted([writes('build', 'whole')]);
    const long = new Date('2020-01-01');
    mkdirSync(`${it.target}.lock`, { recursive: true });
    utimesSync(`${it.target}.lock`, long, long);
    const left = join(dirname(it.target), '.thing.new');
    mkdirSync(left);
    writeFileSync(join(left, 'thing'), 'half');

    expect(readFileSync(await obtainOnce(it), 'utf8')).toBe('whole');
    expect(existsSync(left)).toBe(false);
  });

  it('says what to do when the cache cannot be written', async () => {
    const it = wanted([writes('build', 'x')]);
    // A file where the folder should be: also root cannot write there.
    writeFileSync(dirname(it.target), '');
    chmodSync(dirname(it.target), 0o400);
    await expect(obtainOnce(it)).rejects.toThrow(
      /thing v1 cannot be kept in .*cache: .* set KLUTCH_CACHE to another folder/,
    );
  });

  it('ends when it is aborted', async () => {
    const stop = new AbortController();
    const it = wanted(
      [
        {
          name: 'build',
          obtain: async () => {
            stop.abort(new Error('enough'));
            throw new Error('interrupted');
          },
        },
        writes('other', 'x'),
      ],
      { signal: stop.signal },
    );
    await expect(obtainOnce(it)).rejects.toThrow('enough');
    expect(readdirSync(dirname(it.target))).toEqual([]);
  });
});
