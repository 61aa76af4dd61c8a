import { runCommand } from './__testUtils__/runCommand';

it.each([
  'bind',
  'bind apiservice',
  'unbind',
  'status',
  'approve',
  'konnector',
  'konnector install',
  'konnector uninstall',
  'konnector manifest',
  'konnector roles',
  'clusters',
  'doctor',
  'version',
  'backend',
  'backend roles',
])('prints the help of %s', async text => {
  const { stdout } = await runCommand('', [...text.split(' '), '--help']);
  expect(stdout).toMatchSnapshot();
});
