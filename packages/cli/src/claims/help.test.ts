import { runCommand } from './__testUtils__/serviceCluster';

const noCluster = () => {
  throw new Error('There is no cluster.');
};

it.each([
  'create --help',
  'create instance --help',
  'create binding --help',
  'create backup --help',
  'create restore --help',
  'get --help',
  'get instances --help',
  'get credentials --help',
  'connect --help',
  'trace --help',
  'completion --help',
])('prints the help of %s without a cluster', async text => {
  const { stdout } = await runCommand(noCluster, text.split(' '));
  expect(stdout).toMatchSnapshot();
});

it('asks for the data service when the flags come first', async () => {
  const { stderr } = await runCommand(noCluster, [
    ...['create', 'instance', '--plan', 'x'],
  ]);
  expect(stderr).toContain('name the data service first');
});
