import { runCommand } from './__testUtils__/runCommand';

it.each([
  'templates',
  'templates list',
  'templates create',
  'templates diff',
  'templates apply',
])('prints the help of %s', async text => {
  const { stdout } = await runCommand('', [...text.split(' '), '--help']);
  expect(stdout).toMatchSnapshot();
});

it.each([
  ['before it connects', ['-f', 'x']],
  ['for a missing flag', []],
])('ends diff with 2 on errors, also %s', async (_when, args) => {
  const { error } = await runCommand('', ['templates', 'diff', ...args]);
  expect(error).toMatchObject({ exitCode: 2 });
});
