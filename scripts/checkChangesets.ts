// Checks that changesets name only packages that are published: `changeset version` fails if one names both kinds.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChangesets } from '@changesets/read';
import { root } from './lib/root';
import { printHeading } from './lib/run';
import { Counts, countOf } from './lib/runTests';
import { workspaces } from './lib/workspaces';

function publishedPackages(): Set<string> {
  const manifests = workspaces().map(
    (folder): { name: string; private?: boolean } =>
      JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
  );
  const published = manifests.filter(manifest => !manifest.private);
  return new Set(published.map(({ name }) => name));
}

/** Prints the names that a changeset must not contain. */
export async function checkChangesets(): Promise<Counts> {
  const published = publishedPackages();
  const problems = (await readChangesets(root)).flatMap(({ id, releases }) =>
    releases
      .filter(({ name }) => !published.has(name))
      .map(({ name }) => `.changeset/${id}.md names ${name}`),
  );
  for (const problem of problems) {
    printHeading(
      `${problem}, which is no published package. Name only packages that users update.`,
    );
  }
  return countOf(problems.length === 0);
}
