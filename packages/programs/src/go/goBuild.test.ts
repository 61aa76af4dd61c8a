import {
  goEnvironment,
  assertDiskSpaceForBuild,
  isSupportedGoVersion,
} from './goBuild';

describe('a Go build', () => {
  it.each([
    ['go1.26.8\n', true],
    ['go1.21', true],
    ['go1.20.14', false],
    ['go2.0', true],
    ['devel go1.27-abc', true],
    ['', false],
  ])('with "%s" is possible: %s', (version, possible) => {
    expect(isSupportedGoVersion(version)).toBe(possible);
  });

  it("keeps the user's module settings, and drops other Go settings", () => {
    const env = goEnvironment({
      GOPROXY: 'https://proxy.example',
      GOFLAGS: '-mod=vendor -race',
      GOWORK: '/home/me/go.work',
      GOOS: 'windows',
    });
    expect(env).toMatchObject({
      GOPROXY: 'https://proxy.example',
      GOFLAGS: '-buildvcs=false -mod=readonly',
      GOWORK: 'off',
      GOOS: '',
      CGO_ENABLED: '0',
      GOTOOLCHAIN: 'auto',
    });
    expect(goEnvironment({ GOTOOLCHAIN: 'local' }).GOTOOLCHAIN).toBe('local');
  });

  it('R33: is refused with too little disk space, and reports the required space', () => {
    const gib = 1024 ** 3;
    expect(() =>
      assertDiskSpaceForBuild({ buildDiskGiB: 3 }, '/cache', 2.5 * gib),
    ).toThrow('a build takes 3 GiB, and only 2.5 GiB are free at /cache');
    assertDiskSpaceForBuild({ buildDiskGiB: 3 }, '/cache', 3 * gib);
    assertDiskSpaceForBuild({ buildDiskGiB: 1 }, '/cache', 2.5 * gib);
  });
});
