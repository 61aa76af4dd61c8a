import { goProgram } from './programs';

it('builds programs that report their version', () => {
  expect(goProgram('kubectl').linkerFlags).toBe(
    '-X k8s.io/component-base/version.gitVersion=v1.36.3' +
      ' -X k8s.io/component-base/version.gitMajor=1' +
      ' -X k8s.io/component-base/version.gitMinor=36',
  );
  expect(goProgram('etcd').linkerFlags).toBe('');
});
