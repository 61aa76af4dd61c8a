import { rolesCommand } from '@klutch/binding-backend';
import { runProgram } from '../__testUtils__/runProgram';
import { addControlPlaneCommands } from './addControlPlaneCommands';
import * as controlPlaneWork from './controlPlaneWork';

const roles = (...args: string[]) =>
  runProgram(
    ['backend', 'roles', ...args],
    (program, context) => {
      program.option('-n, --namespace <name>');
      addControlPlaneCommands(program, context, async () => controlPlaneWork);
    },
    () => Promise.reject(new Error('not used')),
  );

/** What the command of the backend prints. */
async function ownOutput(...args: string[]): Promise<string> {
  let printed = '';
  const command = rolesCommand(text => {
    printed += text;
  });
  await command.parseAsync(args, { from: 'user' });
  return printed;
}

it('prints what the command of the backend prints, also for another namespace', async () => {
  const own = await ownOutput('--namespace', 'bind-system', '--offboarding');
  expect(own).toContain('namespace: bind-system');
  for (const flag of [['-n', 'bind-system'], ['--namespace=bind-system']]) {
    const { error, stdout } = await roles(...flag, '--offboarding');
    expect(error).toBeUndefined();
    expect(stdout).toBe(own);
  }
});

it('ends with an error for flags that the backend does not have', async () => {
  const { error, stderr } = await roles('--nmaespace', 'x');
  expect(error).toMatchObject({ exitCode: 1 });
  expect(stderr).toContain("unknown option '--nmaespace'");
});
