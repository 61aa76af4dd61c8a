/** Which versions could replace an installed one, and what the packages that depend on it say. Pure functions. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import semver from 'semver';

type Version = Schemas['PackageUpdate']['versions'][number];

/** A package that depends on the one to update. */
export interface Dependent {
  /** Registry and repository. */
  package: string;
  /** Range of semantic versions; others, such as digests, are not judged. */
  constraint: string;
}

const changes = ['patch', 'minor', 'major'] as const;

function changeTo(from: semver.SemVer, to: semver.SemVer): Version['change'] {
  if (to.major !== from.major) return 'major';
  return to.minor !== from.minor ? 'minor' : 'patch';
}

const excludes = ({ constraint }: Dependent, version: semver.SemVer): boolean =>
  semver.validRange(constraint) !== null &&
  !semver.satisfies(version, constraint);

/**
 * The newest version of each change, the smallest change first; undefined when the installed version is none. Versions
 * before a release count only if the installed one is such a version, too.
 *
 * @param installed - tag of the installed version
 * @param tags - all tags of the repository
 */
export function planUpdates(
  installed: string,
  tags: readonly string[],
  dependents: readonly Dependent[] = [],
): Version[] | undefined {
  const from = semver.parse(installed);
  if (!from) return undefined;
  const newer = tags
    .flatMap(tag => {
      const version = semver.parse(tag);
      return version ? [{ tag, version }] : [];
    })
    .filter(
      ({ version }) =>
        semver.gt(version, from) &&
        (version.prerelease.length === 0 || from.prerelease.length > 0),
    )
    .sort((a, b) => semver.rcompare(a.version, b.version));
  return changes.flatMap(change => {
    const newest = newer.find(
      ({ version }) => changeTo(from, version) === change,
    );
    return newest
      ? [
          {
            version: newest.tag,
            change,
            excludedBy: dependents.filter(one => excludes(one, newest.version)),
          },
        ]
      : [];
  });
}
