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
