// `npm run api-reports`: writes the public API of each library as text, so that reviews show its changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { emitDeclarations } from './api/declarations';
import { extractReports } from './api/extractReports';
import { readArguments } from './lib/readArguments';
import { publishedPackages } from './lib/publishedPackages';
import { root } from './lib/root';

/** Their users run them, and import nothing. */
const programs = new Set(['konnector', 'packages/cli']);

const packages = publishedPackages().filter(name => !programs.has(name));

const HELP = `Usage: npm run api-reports [-- --check]

Writes report.api.md of each published package.
--check writes nothing and fails when a report is out of date. Either way, every export and every field of it must be
documented, and every type it mentions must be exported.
`;

function main(): void {
  const args = readArguments(
    HELP,
    'option',
    argument => argument === '--check',
  );
  const write = !args.includes('--check');
  // Inside the repository, so that imports of node_modules resolve.
  const folder = mkdtempSync(join(root, 'dist-types-api-'));
  try {
    emitDeclarations(packages, folder);
    for (const report of extractReports(packages, folder, write)) {
      const where = relative(root, report.path);
      for (const error of report.errors) {
        process.stderr.write(`${report.name}: ${error}\n`);
      }
      if (report.outOfDate && !write) {
        process.stderr.write(
          `${where} is out of date. Run \`npm run api-reports\`, read what changed, and commit it.\n`,
        );
      }
      if (report.errors.length > 0 || (report.outOfDate && !write)) {
        process.exitCode = 1;
      } else {
        process.stdout.write(`${where} is up to date\n`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main();
