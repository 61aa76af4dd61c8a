/** Entry point of `npm run new:data-service`. */
import { confirm, input, select } from '@inquirer/prompts';
import { CommanderError } from 'commander';
import { runCli } from './cli';

runCli(process.argv.slice(2), {
  // npm runs scripts in the package's folder.
  cwd: process.env.INIT_CWD ?? process.cwd(),
  prompts: process.stdin.isTTY ? { confirm, input, select } : undefined,
  print: text => process.stdout.write(`${text}\n`),
}).catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode;
    return;
  }
  // Ctrl-C during a question.
  const isCancelled =
    error instanceof Error && error.name === 'ExitPromptError';
  process.stderr.write(
    isCancelled
      ? 'Nothing was written.\n'
      : `${error instanceof Error ? error.message : error}\n`,
  );
  process.exitCode = 1;
});
