/**
 * A process of its own that runs one of our functions, to be killed by a test: what it leaves behind is looked at.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A script, running; `line` is the first line it wrote. */
export interface OtherProcess {
  child: ChildProcess;
  line: string;
}

/** Runs a script (an absolute path) with arguments until it has written a line. */
export async function runScript(
  script: string,
  args: string[],
): Promise<OtherProcess> {
  const child = spawn(
    process.execPath,
    ['--require', 'tsx/cjs', script, ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', code =>
      reject(new Error(`${script} ended (${code}) without a word`)),
    );
  });
  return { child, line };
}

/** Kills a process the hard way and waits for its end. */
export async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}
