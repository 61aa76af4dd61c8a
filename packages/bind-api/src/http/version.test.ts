import { binaryVersion, providerVersionProblem } from './version';

describe('versions', () => {
  it.each([
    ['v1.28.0+kube-bind-v1.5.0', 'v1.5.0'],
    ['v1.28.0+kube-bind-v1.5.0-12-gabcdef-dirty', 'v1.5.0'],
    ['v0.0.0-master+$Format:%H$', 'v0.0.0'],
    ['v1.5.0', undefined],
    ['', undefined],
    ['v1.28.0+kube-bind-1.5.0', undefined],
  ])('in the build string %j: %s', (build, version) => {
    const result = binaryVersion(build);
    expect(result.ok ? result.value : undefined).toBe(version);
  });

  it.each([
    'v0.0.0',
    'v0.3.0',
    '0.3.0',
    'v0.3.1-rc.1',
    'v1.0.0-alpha+b.1',
    'v10.0.0',
  ])('of a provider: %j is new enough', version => {
    expect(providerVersionProblem(version)).toBeUndefined();
  });

  it.each([
    '',
    'v0.2.9',
    'v0.3.0-rc.1',
    'v0.0.1',
    'v1',
    '1.2',
    'v01.0.0',
    'latest',
    'v0.0.0-dev',
  ])('of a provider: %j is refused with an error message', version => {
    expect(providerVersionProblem(version)).toMatch(
      /at least v0\.3\.0.*Update the provider\.$/,
    );
  });
});
