/** Does the steps of the page in the folder of an app. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { applyDiff } from './applyDiff';
import type { Step } from './page';

/** @throws with the output of a command that fails */
export async function followStep(
  step: Step,
  app: string,
  env: Record<string, string>,
): Promise<void> {
  if (step.kind === 'run') {
    await execa('bash', ['-euo', 'pipefail', '-c', step.commands], {
      cwd: app,
      env,
      stdin: 'ignore',
    });
    return;
  }
  const file = join(app, step.file);
  await writeFile(
    file,
    step.kind === 'write'
      ? step.content
      : applyDiff(await readFile(file, 'utf8'), step.diff),
  );
}
