// `npm test`: format, lint, types, then every test, on real parts; ends with one line `N passed, N failed`.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { resolveBinary } from '@klutch/local-clusters';
import { chromium, ensureProgram, postgresqlClient } from '@klutch/sandbox';

const root = join(__dirname, '..');
const results = join(root, 'test-results');
const bin = (name: string) => join(root, 'node_modules', '.bin', name);
const say = (text: string) => process.stdout.write(`\n=== ${text}\n`);

interface Counts {
  passed: number;
  failed: number;
}

let running: ReturnType<typeof spawn> | undefined;

function run(
  command: string,
  args: string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<boolean> {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, CI: 'true', ...options.env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    running = child;
    child.on('error', error => {
      say(`${command}: ${error.message}`);
      resolve(false);
    });
    child.on('exit', code => resolve(code === 0));
  });
}

async function check(
  name: string,
  command: string,
  args: string[],
): Promise<Counts> {
  say(name);
  const ok = await run(command, args);
  if (!ok) say(`${name} FAILED`);
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs jest and counts from its own report: a suite that could not run counts as one failure. */
async function jest(
  name: string,
  args: string[],
  cwd: string,
): Promise<Counts> {
  say(name);
  const report = join(results, `${name.replaceAll(' ', '-')}.json`);
  const ok = await run(
    bin('backstage-cli'),
    [...args, '--json', `--outputFile=${report}`],
    { cwd, env: { NODE_OPTIONS: '--max-old-space-size=4096' } },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const parsed: {
    numPassedTests: number;
    numFailedTests: number;
    numRuntimeErrorTestSuites: number;
  } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = parsed.numFailedTests + parsed.numRuntimeErrorTestSuites;
  return {
    passed: parsed.numPassedTests,
    failed: failed === 0 && !ok ? 1 : failed,
  };
}

function prepareSystem(): Counts {
  say('programs of the system');
  try {
    ensureProgram(postgresqlClient, say);
    process.env.KLUTCH_CHROMIUM = ensureProgram(chromium, say);
    return { passed: 1, failed: 0 };
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return { passed: 0, failed: 1 };
  }
}

const programs = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kubectl',
  'crossplane',
] as const;

/** Finds, downloads or builds them once, so that no test has to wait for it. */
async function prepareBinaries(): Promise<Counts> {
  say('kubernetes binaries');
  try {
    for (const name of programs) {
      await resolveBinary(name, { onProgress: say });
    }
    return { passed: 1, failed: 0 };
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return { passed: 0, failed: 1 };
  }
}

const steps: Record<string, () => Promise<Counts>> = {
  system: async () => prepareSystem(),
  format: () => check('format', bin('prettier'), ['--check', '.']),
  lint: () =>
    check('lint', bin('backstage-cli'), [
      'repo',
      'lint',
      '--max-warnings',
      '0',
    ]),
  types: () => check('types', bin('tsc'), ['--pretty', 'false']),
  binaries: prepareBinaries,
  jest: () =>
    jest('unit and integration', ['repo', 'test', '--maxWorkers=2'], root),
  e2e: () =>
    jest(
      'end to end',
      ['package', 'test', '--watchAll=false', '--runInBand'],
      join(root, 'test/e2e'),
    ),
};

const HELP = `Usage: npm test [-- step...]

Steps, all of them by default: ${Object.keys(steps).join(', ')}.
`;

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  if (wanted.includes('--help')) {
    process.stdout.write(HELP);
    return;
  }
  const unknown = wanted.find(name => !(name in steps));
  if (unknown) {
    process.stderr.write(`There is no step "${unknown}".\n\n${HELP}`);
    process.exitCode = 2;
    return;
  }
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const total: Counts = { passed: 0, failed: 0 };
  for (const [name, step] of Object.entries(steps)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const started = Date.now();
    const counts = await step();
    total.passed += counts.passed;
    total.failed += counts.failed;
    say(
      `${name}: ${counts.passed} passed, ${counts.failed} failed in ${Math.round((Date.now() - started) / 1000)} s`,
    );
  }
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

const stop = () => {
  running?.kill('SIGTERM');
  process.exit(130);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
process.on('disconnect', stop);

// The channel to the script that started us would keep this process alive.
main().then(() => process.exit());
