// Runs one of the project's scripts with suitable versions of Node and yarn, and installs missing ones.
// CommonJS without a build, because any version of Node that comes with `npm` has to run this file.
'use strict';

const { createHash } = require('crypto');
const { spawn, spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { NODE_VERSION, nodePackage } = require('./nodePackage.cjs');

const YARN_VERSION = '4.13.0';
const GIB = Math.pow(1024, 3);
/** Size of node_modules and of yarn's cache. */
const DEPENDENCIES_BYTES = 3 * GIB;

const root = path.join(__dirname, '..');
const tools = path.join(root, '.tools');
const log = text => process.stderr.write(`[bootstrap] ${text}\n`);

function fail(text) {
  log(text);
  process.exit(1);
}

/** Node 22.19 or later, or 24, as Backstage and our Kubernetes client require. */
function isSupportedNode(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number);
  return (major === 22 && minor >= 19) || major === 24;
}

/** Installs npm packages into a folder of .tools, atomically. */
function installTool(name, packages) {
  const target = path.join(tools, name);
  if (fs.existsSync(target)) return target;
  log(
    `Installing ${packages.join(', ')} into ${path.relative(root, target)} (once, about 10 s)`,
  );
  const partial = `${target}.${process.pid}`;
  fs.mkdirSync(partial, { recursive: true });
  fs.writeFileSync(path.join(partial, 'package.json'), '{ "private": true }\n');
  const npm = spawnSync(
    'npm',
    [
      'install',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--prefix',
      partial,
    ].concat(packages),
    {
      cwd: partial,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  );
  if (npm.status !== 0) {
    fs.rmSync(partial, { recursive: true, force: true });
    fail(
      `npm could not install ${packages.join(', ')}. Check that npm reaches its registry, ` +
        `or install Node ${NODE_VERSION} and yarn ${YARN_VERSION} yourself and try again.`,
    );
  }
  try {
    fs.renameSync(partial, target);
  } catch (error) {
    // A concurrent caller has installed the same packages first.
    if (!fs.existsSync(target)) throw error;
    fs.rmSync(partial, { recursive: true, force: true });
  }
  return target;
}

/** The folder of a suitable `node`, which is put first on PATH for all programs that the project starts. */
function nodeBin() {
  if (isSupportedNode(process.version)) return path.dirname(process.execPath);
  const name = nodePackage(process.platform, process.arch);
  if (!name) {
    fail(
      `npm has no Node ${NODE_VERSION} for ${process.platform}-${process.arch}, and this is ${process.version}. ` +
        'Install Node 22.19 or later, or 24, and try again.',
    );
  }
  const dir = installTool(`node-${NODE_VERSION}`, [`${name}@${NODE_VERSION}`]);
  return path.join(dir, 'node_modules', name, 'bin');
}

/** Folder for the yarn of the npm package, because the `yarn` of this machine may have any version. */
const yarnBin = path.join(
  tools,
  `yarn-${YARN_VERSION}`,
  'node_modules',
  '.bin',
);

/** Fails when the disk has too little space; Node before 18.15 cannot measure the free space. */
function assertDiskSpace() {
  if (!fs.statfsSync) return;
  const stats = fs.statfsSync(root);
  const free = stats.bavail * stats.bsize;
  if (free >= DEPENDENCIES_BYTES) return;
  fail(
    `The dependencies take ${DEPENDENCIES_BYTES / GIB} GiB, and only ${(free / GIB).toFixed(1)} GiB are free at ${root}. ` +
      'Free some space and try again.',
  );
}

function installDependencies(env, node) {
  const lock = fs.readFileSync(path.join(root, 'yarn.lock'));
  const checksum = createHash('sha256').update(lock).digest('hex');
  const stamp = path.join(root, 'node_modules', '.klutch-installed');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === checksum)
    return;
  assertDiskSpace();
  log('Installing the dependencies of yarn.lock (about 90 s the first time)');
  installTool(`yarn-${YARN_VERSION}`, [`@yarnpkg/cli-dist@${YARN_VERSION}`]);
  const yarn = spawnSync(
    node,
    [path.join(yarnBin, 'yarn'), 'install', '--immutable'],
    {
      cwd: root,
      env: env,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (yarn.status !== 0) {
    const output = (yarn.stdout || '') + (yarn.stderr || '');
    process.stderr.write(output.split('\n').slice(-40).join('\n'));
    fail('yarn could not install the dependencies; the lines above say why.');
  }
  fs.writeFileSync(stamp, checksum);
}

function main() {
  const script = process.argv[2];
  if (!script)
    fail('Usage: node scripts/bootstrap.cjs <script.ts> [arguments]');
  const bin = nodeBin();
  const node = path.join(
    bin,
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  const env = Object.assign({}, process.env, {
    PATH: [bin, yarnBin, process.env.PATH].join(path.delimiter),
  });
  installDependencies(env, node);

  // The IPC channel closes however this process ends, which ends the script.
  const child = spawn(
    node,
    ['--import', 'tsx', path.join(root, script)].concat(process.argv.slice(3)),
    {
      cwd: root,
      env: env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    },
  );
  // A terminal sends Ctrl-C to the child as well; a second signal has no further effect on scripts.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exit(
      code === null
        ? 128 + (require('os').constants.signals[signal] || 0)
        : code,
    );
  });
}

main();
