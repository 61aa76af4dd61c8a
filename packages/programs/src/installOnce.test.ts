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
import { killAndWait, useScripts } from './testing/scriptProcess';
import { useTemporaryDirs } from './testing/temporaryDir';
import {
  InstallFailedError,
  installOnce,
  type InstallRequest,
  type InstallMethod,
} from './installOnce';

jest.setTimeout(30_000);

describe('installing something once', () => {
  const temporaryDir = useTemporaryDirs();
  const runScript = useScripts();
  const progress: string[] = [];
  beforeEach(() => progress.splice(0));

  const requestFor = (
    methods: InstallMethod[],
    options: Partial<InstallRequest> = {},
  ): InstallRequest => ({
    what: 'thing v1',
    target: join(temporaryDir(), 'cache', 'thing'),
    methods,
    hint: 'Do it by hand.',
    onProgress: text => progress.push(text),
    ...options,
  });
  const writes = (name: string, content: string): InstallMethod => ({
    name,
    install: target => writeFile(target, content),
  });
  const fails = (name: string, reason: string): InstallMethod => ({
    name,
    install: async target => {
      await writeFile(target, 'half');
      throw new Error(reason);
    },
  });

  it('uses the first method that succeeds, and reports why others failed', async () => {
    const target = await installOnce(
      requestFor([fails('download', 'no network'), writes('build', 'built')]),
    );
    expect(readFileSync(target, 'utf8')).toBe('built');
    expect(progress).toEqual(['thing v1: no download (no network)']);
    expect(readdirSync(dirname(target))).toEqual(['thing']);
  });

  it('does nothing when the target exists', async () => {
    const it = requestFor([writes('build', 'one')]);
    await installOnce(it);
    await installOnce({ ...it, methods: [writes('build', 'two')] });
    expect(readFileSync(it.target, 'utf8')).toBe('one');
  });

  it('names every method and what to do when all fail, and leaves no partial files', async () => {
    const it = requestFor(
      [fails('download', 'HTTP 404'), fails('build', 'no go')],
      {
        alreadyTried: ['KLUTCH_LOCAL_BIN: not set'],
      },
    );
    const error = await installOnce(it).catch(reason => reason);
    expect(error).toBeInstanceOf(InstallFailedError);
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

  it('happens once for concurrent callers', async () => {
    let builds = 0;
    let finish: () => void = () => undefined;
    const finished = new Promise<void>(resolve => {
      finish = resolve;
    });
    const slow: InstallMethod = {
      name: 'build',
      async install(target) {
        builds += 1;
        await finished;
        await writeFile(target, 'built');
      },
    };
    const it = requestFor([slow], {
      // The first method ends only after the second caller has reported that it waits.
      onProgress: text => {
        progress.push(text);
        finish();
      },
    });
    const targets = await Promise.all([installOnce(it), installOnce(it)]);
    expect(targets).toEqual([it.target, it.target]);
    expect(builds).toBe(1);
    expect(progress).toEqual([
      'thing v1: another process is installing it, waiting',
    ]);
  });

  it('continues with the second caller when the first fails', async () => {
    let fail: () => void = () => undefined;
    const failing = new Promise<never>((_resolve, reject) => {
      fail = () => reject(new Error('broken'));
    });
    let begun: () => void = () => undefined;
    const firstBegan = new Promise<void>(resolve => {
      begun = resolve;
    });
    const it = requestFor([
      {
        name: 'build',
        install: () => {
          begun();
          return failing;
        },
      },
    ]);
    const first = installOnce(it);
    await firstBegan;
    const second = installOnce({
      ...it,
      methods: [writes('build', 'second')],
      onProgress: () => fail(),
    });
    await expect(first).rejects.toThrow('broken');
    expect(readFileSync(await second, 'utf8')).toBe('second');
  });

  it('waits for another process, and installs when that process is killed', async () => {
    const it = requestFor([writes('build', 'mine')], { staleLockMs: 2_000 });
    const other = await runScript(
      require.resolve('./testing/installForever.ts'),
      [it.target],
    );
    const waiting = new Promise<void>(resolve => {
      const done = installOnce({ ...it, onProgress: () => resolve() });
      void done.then(() => progress.push('done'));
    });
    await waiting;
    expect(progress).toEqual([]);

    await killAndWait(other.child);
    expect(readFileSync(await installOnce(it), 'utf8')).toBe('mine');
  });

  it('removes the remains of a crash', async () => {
    const it = requestFor([writes('build', 'whole')]);
    const long = new Date('2020-01-01');
    mkdirSync(`${it.target}.lock`, { recursive: true });
    utimesSync(`${it.target}.lock`, long, long);
    const left = join(dirname(it.target), '.thing.new');
    mkdirSync(left);
    writeFileSync(join(left, 'thing'), 'half');

    expect(readFileSync(await installOnce(it), 'utf8')).toBe('whole');
    expect(existsSync(left)).toBe(false);
  });

  it('reports what to do when the cache cannot be written', async () => {
    const it = requestFor([writes('build', 'x')]);
    // A file in place of the folder, because root ignores permissions.
    writeFileSync(dirname(it.target), '');
    chmodSync(dirname(it.target), 0o400);
    await expect(installOnce(it)).rejects.toThrow(
      /thing v1 cannot be stored in .*cache: .* set KLUTCH_CACHE to another folder/,
    );
  });

  it('stops when aborted', async () => {
    const stop = new AbortController();
    const it = requestFor(
      [
        {
          name: 'build',
          install: async () => {
            stop.abort(new Error('enough'));
            throw new Error('interrupted');
          },
        },
        writes('other', 'x'),
      ],
      { signal: stop.signal },
    );
    await expect(installOnce(it)).rejects.toThrow('enough');
    expect(readdirSync(dirname(it.target))).toEqual([]);
  });
});
