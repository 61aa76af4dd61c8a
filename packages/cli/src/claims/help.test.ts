import { withSilentCluster } from '../__testUtils__/silentCluster';
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

it('prints the known help when the cluster does not answer in time', () =>
  withSilentCluster(async client => {
    const { error, stderr, stdout } = await runCommand(
      () => client,
      ['create', 'binding', 'x', '--help'],
    );
    expect(error).toBeUndefined();
    expect(stdout).toContain('Usage: klutch create binding');
    expect(stderr).toContain(
      'The flags of the API are not known: the cluster did not answer in time.',
    );
  }));
