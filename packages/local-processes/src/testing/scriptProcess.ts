/** Child processes that run our code and are killed by tests, which examine the remains. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A running script; `line` is the awaited line of its output. */
export interface ScriptProcess {
  child: ChildProcess;
  line: string;
}

/** Selects the awaited line. Default: the first line on standard output. */
export interface ScriptOptions {
  env?: NodeJS.ProcessEnv;
  stream?: 'stdout' | 'stderr';
  until?: RegExp;
}

/** Kills a process with SIGKILL and waits for its exit. */
export async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

async function runScript(
  children: ChildProcess[],
  script: string,
  args: string[],
  { env = process.env, stream = 'stdout', until = /./ }: ScriptOptions = {},
): Promise<ScriptProcess> {
  const child = spawn(
    process.execPath,
    ['--require', 'tsx/cjs', script, ...args],
    { stdio: ['ignore', 'pipe', 'pipe'], env },
  );
  children.push(child);
  const output: string[] = [];
  child.stderr.on('data', data => output.push(`${data}`));
  const lines = createInterface({ input: child[stream] });
  const line = await new Promise<string>((resolve, reject) => {
    lines.on('line', text => until.test(text) && resolve(text));
    child.once('exit', code =>
      reject(new Error(`${script} ended (${code}): ${output.join('')}`)),
    );
  });
  return { child, line };
}

/**
 * Registers the clean-up; the returned function runs a script (an absolute path) until it has written the awaited
 * line.
 */
export function useScripts(): (
  script: string,
  args: string[],
  options?: ScriptOptions,
) => Promise<ScriptProcess> {
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) await killAndWait(child);
  });
  return (script, args, options) => runScript(children, script, args, options);
}
