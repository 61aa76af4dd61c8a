import { runCommand } from './__testUtils__/runCommand';

const noCluster = () => {
  throw new Error('Help needs no cluster.');
};

it.each(['', 'check', 'konnector', 'backend'])(
  'prints the help of migrate %s',
  async name => {
    const command = name ? [name] : [];
    const { stdout } = await runCommand(noCluster, [...command, '--help']);
    expect(stdout).toMatchSnapshot();
  },
);
