import { cachedProgram } from './cachedFiles';

it('keeps cached versions and platforms apart', () => {
  expect(
    cachedProgram('/c', 'kubectl', { os: 'linux', arch: 'arm64' }),
  ).toMatch(/^\/c\/kubernetes-v1\.\d+\.\d+\/linux-arm64\/kubectl$/);
});
