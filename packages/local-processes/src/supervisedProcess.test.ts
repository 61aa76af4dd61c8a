import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processStartTime } from './processIdentity';
import { ProcessFailedError } from './processExit';
import { startProcess, type ProcessOptions } from './supervisedProcess';
import { killAndWait, useScripts } from './testing/scriptProcess';
import { useTemporaryDirs } from './testing/temporaryDir';
import { waitFor } from './waitFor';

jest.setTimeout(30_000);

const isAlive = (pid: number) => processStartTime(pid) !== undefined;

describe('a supervised process', () => {
  const temporaryDir = useTemporaryDirs();
  const runScript = useScripts();
  const shell = (
    script: string,
    options: Partial<ProcessOptions> = {},
  ): ProcessOptions => ({
    name: 'child',
    command: '/bin/sh',
    args: ['-c', script],
    logFile: join(temporaryDir(), 'logs', 'child.log'),
    ...options,
  });

  it('writes its output to the log file, and keeps the log of the run before', async () => {
    const options = shell('echo "$WORD"; echo error >&2', {
      env: { WORD: 'one' },
    });
    const first = await startProcess(options);
    expect(await first.exited).toMatchObject({ code: 0, expected: false });
    await (
      await startProcess({ ...options, env: { WORD: 'two' } })
    ).exited;

    expect(readFileSync(options.logFile, 'utf8')).toBe('two\nerror\n');
    expect(readFileSync(`${options.logFile}.1`, 'utf8')).toBe('one\nerror\n');
  });

  it('appends to the log file on request, and reports the lines of its own run only', async () => {
    const options = shell('echo "$WORD"', { appendLog: true });
    const run = async (WORD: string) =>
      (await startProcess({ ...options, env: { WORD } })).exited;
    expect(await run('one')).toMatchObject({ lastLines: ['one'] });
    expect(await run('two')).toMatchObject({ lastLines: ['two'] });
    expect(readFileSync(options.logFile, 'utf8')).toBe('one\ntwo\n');
  });

  it('has the pid of the program itself', async () => {
    const handle = await startProcess(shell('echo $$; exit 3'));
    expect(await handle.exited).toMatchObject({
      code: 3,
      lastLines: [`${handle.pid}`],
    });
  });

  it('is returned when it is ready', async () => {
    const file = join(temporaryDir(), 'ready');
    const handle = await startProcess(
      shell(`echo yes > ${file}; exec sleep 60`, {
        ready: () => existsSync(file),
      }),
    );
    expect(existsSync(file)).toBe(true);
    expect(await handle.stop()).toMatchObject({
      signal: 'SIGTERM',
      expected: true,
      lastLines: [],
    });
  });

  it('that exits before it is ready is an error with the last log lines', async () => {
    const starting = startProcess(
      shell('echo "no configuration"; exit 2', { ready: () => false }),
    );
    await expect(starting).rejects.toThrow(ProcessFailedError);
    await expect(starting).rejects.toThrow(
      /child exited with code 2\.[^]*no configuration/,
    );
  });

  it('that does not become ready in time is stopped', async () => {
    const file = join(temporaryDir(), 'pid');
    const starting = startProcess(
      shell(`echo $$ > ${file}; echo busy; exec sleep 60`, {
        ready: () => false,
        readyTimeoutMs: 300,
      }),
    );
    await expect(starting).rejects.toThrow(/was not ready after 0 s[^]*busy/);
    expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false);
  });

  it('that does not exist is an error with a readable message', async () => {
    const starting = startProcess({
      ...shell(''),
      command: '/no/such/program',
      ready: () => false,
    });
    await expect(starting).rejects.toThrow(/the program was not found/);
  });

  it('that cannot be spawned is an error with a readable message', async () => {
    const starting = startProcess({ ...shell(''), cwd: '/no/such/folder' });
    await expect(starting).rejects.toThrow(/could not be started/);
  });

  it('does not run on when its pid could not be recorded', async () => {
    let pid = 0;
    const started = startProcess(
      shell('exec sleep 60', {
        onSpawn: spawned => {
          pid = spawned;
          throw new Error('no space left on device');
        },
      }),
    );
    await expect(started).rejects.toThrow('no space left on device');
    expect(isAlive(pid)).toBe(false);
  });

  it('reports an unexpected exit', async () => {
    const died = new Promise<ProcessFailedError>((onExit, reject) => {
      startProcess(shell('echo alive; exec sleep 60', { onExit })).then(
        handle => process.kill(handle.pid, 'SIGKILL'),
        reject,
      );
    });
    const error = await died;
    expect(error.message).toMatch(/child was killed \(SIGKILL\)/);
    expect(error.exit).toMatchObject({ signal: 'SIGKILL', expected: false });
  });

  it('does not report a requested stop', async () => {
    const onExit = jest.fn();
    const handle = await startProcess(shell('exec sleep 60', { onExit }));
    await Promise.all([handle.stop(), handle.stop()]);
    expect(onExit).not.toHaveBeenCalled();
    expect(isAlive(handle.pid)).toBe(false);
  });

  it('that ignores the stop signal is killed after the grace period, with its children', async () => {
    const file = join(temporaryDir(), 'grandchild');
    const handle = await startProcess(
      shell(
        `trap '' TERM; sleep 60 & echo $! > ${file}.new; mv ${file}.new ${file}; wait; sleep 60`,
        { ready: () => existsSync(file) },
      ),
    );
    expect(await handle.stop(100)).toMatchObject({ signal: 'SIGKILL' });
    const grandchild = Number(readFileSync(file, 'utf8'));
    await waitFor(() => !isAlive(grandchild), {
      what: 'the grandchild is gone',
      timeoutMs: 5_000,
    });
  });

  it('receives the configured stop signal', async () => {
    const handle = await startProcess(
      shell('exec sleep 60', { stopSignal: 'SIGINT' }),
    );
    expect(await handle.stop()).toMatchObject({ signal: 'SIGINT' });
  });

  it('stops when the signal is aborted while it gets ready', async () => {
    const stop = new AbortController();
    const options = shell('exec sleep 60', {
      signal: stop.signal,
      ready: () => {
        stop.abort(new Error('changed my mind'));
        return false;
      },
    });
    await expect(startProcess(options)).rejects.toThrow('changed my mind');
  });

  it('stops when the signal is aborted later', async () => {
    const stop = new AbortController();
    const handle = await startProcess(
      shell('exec sleep 60', { signal: stop.signal }),
    );
    stop.abort();
    expect(await handle.exited).toMatchObject({ expected: true });
  });

  it.each([
    ['in order when it listens', 'echo stopped in order >> "$0.word"; exit 0'],
    ['by force when it does not', ''],
  ])('ends when its parent is killed: %s', async (how, onTerm) => {
    const logFile = join(temporaryDir(), 'child.log');
    const word = `${logFile}.word`;
    const trap = onTerm.replace('"$0.word"', word);
    const command = `trap '${trap}' TERM; while :; do sleep 0.1; done`;
    const parent = await runScript(
      require.resolve('./testing/startSupervised.ts'),
      [logFile, '1000', command],
    );
    const pid = Number(parent.line);
    expect(isAlive(pid)).toBe(true);

    await killAndWait(parent.child);

    await waitFor(() => !isAlive(pid), {
      what: `the child ends, ${how}`,
      timeoutMs: 10_000,
    });
    expect(existsSync(word)).toBe(onTerm !== '');
  });

  it('with keepAlive false lets its parent exit, and exits with the parent', async () => {
    const script = join(temporaryDir(), 'parent.cjs');
    writeFileSync(
      script,
      `require(${JSON.stringify(join(__dirname, 'supervisedProcess.ts'))})
        .startProcess({ name: 'child', command: 'sleep', args: ['60'], keepAlive: false, logFile: __filename + '.log' })
        .then(handle => console.log(handle.pid));`,
    );
    const parent = await runScript(script, []);
    const pid = Number(parent.line);
    await waitFor(() => !isAlive(pid) && parent.child.exitCode === 0, {
      what: 'the parent ends by itself, and the child with it',
      timeoutMs: 10_000,
    });
    expect(isAlive(pid)).toBe(false);
  });
});
