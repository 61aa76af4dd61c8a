/**
 * Puts each known defect into the source and runs the test that names it, which must pass before and fail after.
 * `node mutants/check.mjs [name…]`, for example `b1 b11`; default: all.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const packageFolder = dirname(folder);

const run = (command, args) =>
  spawnSync(command, args, {
    cwd: packageFolder,
    env: { ...process.env, CI: '1' },
    encoding: 'utf8',
  });

const patch = (file, ...flags) => {
  const { status, stderr } = run('git', ['apply', ...flags, file]);
  if (status !== 0) {
    throw new Error(`${file} does not apply. Bring it up to date.\n${stderr}`);
  }
};

/** The first line of a patch names its test: `<file> › <name>`. */
const testOf = file => {
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  const [path, name] = line.split(' › ');
  return ['package', 'test', '--watchAll=false', path, '-t', name];
};

const passes = args =>
  run(join(packageFolder, '../../node_modules/.bin/backstage-cli'), args)
    .status === 0;

const wanted = process.argv.slice(2);
const failures = [];
for (const name of readdirSync(folder).filter(file =>
  file.endsWith('.patch'),
)) {
  if (wanted.length > 0 && !wanted.includes(name.replace('.patch', ''))) {
    continue;
  }
  const file = join(folder, name);
  const args = testOf(file);
  const before = passes(args);
  patch(file);
  let after;
  try {
    after = passes(args);
  } finally {
    patch(file, '--reverse');
  }
  const good = before && !after;
  console.log(
    `${good ? 'caught' : 'MISSED'} ${name}: the test ${
      before ? 'passes' : 'fails'
    } without the defect and ${after ? 'passes' : 'fails'} with it`,
  );
  if (!good) failures.push(name);
}
process.exitCode = failures.length > 0 ? 1 : 0;
