/** Protocol versions of components, and the versions that the upstream CLI accepts. */
import type { Result } from '../result';

/** Version of a build without a version; accepted by all components. */
export const unversioned = 'v0.0.0';

const stampedVersion = /\+kube-bind-(v\d+\.\d+\.\d+)(-.*)?$/;

/**
 * Version of the binding protocol in a build string: `v1.28.0+kube-bind-v1.5.0-3-gabc` is `v1.5.0`, an unstamped build
 * (`v0.0.0-…`) is `v0.0.0`.
 * @returns an error for any other text; the upstream backend then reports `v0.0.0`, its konnector `unknown`.
 */
export const binaryVersion = (build: string): Result<string> => {
  if (build.startsWith(`${unversioned}-`)) {
    return { ok: true, value: unversioned };
  }
  const version = stampedVersion.exec(build)?.[1];
  return version
    ? { ok: true, value: version }
    : {
        ok: false,
        error: `${JSON.stringify(build)} does not say which version of the binding protocol it speaks. Build it with a version like v1.28.0+kube-bind-v1.5.0.`,
      };
};

const number = '(0|[1-9]\\d*)';
const identifiers = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*';
const semanticVersion = new RegExp(
  `^v?${number}\\.${number}\\.${number}(-${identifiers})?(?:\\+${identifiers})?$`,
);

/**
 * Why the upstream CLI (0.3.0 and later) refuses a provider of this version, as an error message; undefined when it
 * accepts the version. The CLI requires at least v0.3.0, and accepts `v0.0.0` as a development build.
 */
export const providerVersionProblem = (version: string): string | undefined => {
  if (version === unversioned) return undefined;
  const [, major, minor, patch, prerelease] =
    semanticVersion.exec(version) ?? [];
  if (major === undefined) {
    return `The provider's version is ${JSON.stringify(version)}, which is not a valid version; it must be at least v0.3.0. Update the provider.`;
  }
  const old =
    major === '0' &&
    (Number(minor) < 3 ||
      (minor === '3' && patch === '0' && prerelease !== undefined));
  return old
    ? `The provider's version is ${version}, but must be at least v0.3.0. Update the provider.`
    : undefined;
};
