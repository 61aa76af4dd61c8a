/** Which version a component says it is, and which versions the reference's CLI talks to. */
import type { Result } from '../result';

/** What an unversioned build calls itself; nobody refuses it. */
export const unversioned = 'v0.0.0';

const stampedVersion = /\+kube-bind-(v\d+\.\d+\.\d+)(-.*)?$/;

/**
 * Version of the binding protocol in a build string: `v1.28.0+kube-bind-v1.5.0-3-gabc` is `v1.5.0`, a build that was not
 * stamped (`v0.0.0-…`) is `v0.0.0`.
 * @returns an error for anything else; the reference's backend then says `v0.0.0`, its konnector `unknown`.
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
 * Why the reference's CLI (0.3.0 and later) refuses a provider of this version, in words; undefined when it does not. It
 * wants at least v0.3.0, and takes `v0.0.0` for a build in development.
 */
export const providerVersionProblem = (version: string): string | undefined => {
  if (version === unversioned) return undefined;
  const [, major, minor, patch, prerelease] =
    semanticVersion.exec(version) ?? [];
  if (major === undefined) {
    return `The provider's version is ${JSON.stringify(version)}, which is no version; it must be at least v0.3.0. Update the provider.`;
  }
  const old =
    major === '0' &&
    (Number(minor) < 3 ||
      (minor === '3' && patch === '0' && prerelease !== undefined));
  return old
    ? `The provider's version is ${version}, but must be at least v0.3.0. Update the provider.`
    : undefined;
};
