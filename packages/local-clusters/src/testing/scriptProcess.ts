/**
 * Processes of their own that run our code, to be killed by a test: what they leave behind is looked at.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A script, running; `line` is the line it was waited for. */
export interface ScriptProcess {
  child: ChildProcess;
  line: string;
}

/** Which line of a script is waited for. Default: the first that it writes to standard output. */
export interface ScriptOptions {
  env?: NodeJS.ProcessEnv;
  stream?: 'stdout' | 'stderr';
  until?: RegExp;
}

/** Kills a process the hard way and waits for its end. */
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

/** Registers the clean-up; the returned function runs a script (an absolute path) until it has written a line. */
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
