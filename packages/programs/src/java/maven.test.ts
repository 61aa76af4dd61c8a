import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTemporaryDirs } from '../testing/temporaryDir';
import { mavenArtifacts } from './maven';

describe('a Java program of a Maven repository', () => {
  const temporaryDir = useTemporaryDirs();

  /** A Maven that records its project and arguments. */
  const fakeMaven = (commands: string) => {
    const home = temporaryDir();
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin', 'mvn'), `#!/bin/sh\n${commands}\n`, {
      mode: 0o755,
    });
    return home;
  };
  const find = (home: string, cache = temporaryDir()) =>
    mavenArtifacts({
      coordinates: 'org.example:thing:1.2',
      env: { ...process.env, MAVEN_HOME: home, KLUTCH_CACHE: cache },
    });

  it('is copied with its dependencies, once', async () => {
    const home = fakeMaven(
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
    await expect(find(fakeMaven('echo no network; exit 1'))).rejects.toThrow(
      /org\.example:thing:1\.2 could not be found[^]*mvn failed \(code 1\): no network[^]*Install Maven/,
    );
  });
});
