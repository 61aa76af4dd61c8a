import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { useTemporaryDirs } from '../testing/temporaryDir';
import { mavenArtifacts, unpackFromMaven } from './maven';

/** A Maven that runs these commands. */
function fakeMaven(home: string, commands: string) {
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin', 'mvn'), `#!/bin/sh\n${commands}\n`, {
    mode: 0o755,
  });
  return home;
}

describe('a Java program of a Maven repository', () => {
  const temporaryDir = useTemporaryDirs();

  const find = (home: string, cache = temporaryDir()) =>
    mavenArtifacts({
      coordinates: 'org.example:thing:1.2',
      env: { ...process.env, MAVEN_HOME: home, KLUTCH_CACHE: cache },
    });

  it('is copied with its dependencies, once', async () => {
    const home = fakeMaven(
      temporaryDir(),
      'cp pom.xml org.example-thing-1.2/thing.jar; echo "$@" >> "$MAVEN_HOME/calls"',
    );
    const cache = temporaryDir();
    const folder = await find(home, cache);
    expect(await find(home, cache)).toBe(folder);
    expect(folder).toBe(join(cache, 'maven', 'org.example-thing-1.2'));
    expect(readFileSync(join(folder, 'thing.jar'), 'utf8')).toMatch(
      /<groupId>org\.example<\/groupId>\s*<artifactId>thing<\/artifactId>\s*<version>1\.2</,
    );
    const calls = readFileSync(join(home, 'calls'), 'utf8').trim().split('\n');
    expect(calls).toEqual([
      expect.stringMatching(
        /maven-dependency-plugin:[\d.]+:copy-dependencies -DincludeScope=runtime -DoutputDirectory=/,
      ),
    ]);
  });

  it('says what failed and what to install', async () => {
    await expect(
      find(fakeMaven(temporaryDir(), 'echo no network; exit 1')),
    ).rejects.toThrow(
      /org\.example:thing:1\.2 could not be found[^]*mvn failed \(code 1\): no network[^]*Install Maven/,
    );
  });
});

describe('an archive of a Maven repository', () => {
  const temporaryDir = useTemporaryDirs();

  it('is unpacked with the files of Maven beside the folder', async () => {
    const home = fakeMaven(
      temporaryDir(),
      'echo "$PWD" "$@" > "$MAVEN_HOME/call"',
    );
    const folder = join(temporaryDir(), 'to');
    await unpackFromMaven('org.example:thing:1.2:zip', folder, {
      env: { ...process.env, MAVEN_HOME: home },
    });
    expect(readFileSync(join(home, 'call'), 'utf8')).toMatch(
      new RegExp(
        `^${dirname(folder)} .*:unpack -Dartifact=org.example:thing:1.2:zip -DoutputDirectory=${folder}\n$`,
      ),
    );
  });
});
