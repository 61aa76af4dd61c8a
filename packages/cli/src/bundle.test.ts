/** The single file that `yarn bundle` makes, run in an empty folder. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '@klutch/local-processes';
import { bin, files, scripts } from '../package.json';

jest.setTimeout(120_000);

const run = promisify(execFile);

/** Bundles a module with the flags of the package's script. */
async function bundle(entry: string, outfile: string, ...more: string[]) {
  const [command = ''] = scripts.bundle.split(' && ');
  const [, , ...flags] = command
    .replace('dist/kubectl-klutch', outfile)
    .split(' ');
  await run(
    process.execPath,
    [require.resolve('esbuild/bin/esbuild'), entry, ...flags, ...more],
    { cwd: join(__dirname, '..') },
  );
}

let folder: string;
let file: string;
let report: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klutch-cli-'));
  file = join(folder, 'kubectl-klutch');
  report = `${folder}.json`;
  await bundle('src/main.ts', file, `--metafile=${report}`);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await rm(report);
});

interface Metafile {
  inputs: Record<
    string,
    { imports: { path: string; kind: string; external?: boolean }[] }
  >;
}

/** The modules that run at the start of the entry point, whatever the command. */
function modulesAtStart({ inputs }: Metafile, entry: string): Set<string> {
  const found = new Set([entry]);
  // A set also visits what is added meanwhile.
  for (const module of found) {
    for (const { path, kind, external } of inputs[module]?.imports ?? []) {
      if (!external && kind !== 'dynamic-import') found.add(path);
    }
  }
  return found;
}

const klutch = (...args: string[]) =>
  run(process.execPath, [file, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: '/nonexistent' },
  });

it('is one file, which needs no other to print help and manifests', async () => {
  expect(await readdir(folder)).toEqual(['kubectl-klutch']);
  expect((await klutch('--help')).stdout).toContain('bind [options]');
  const manifest = ['konnector', 'manifest', '--image', 'registry.test/k'];
  expect((await klutch(...manifest)).stdout).toMatch(/kind: Deployment/);
  expect((await klutch('backend', 'roles')).stdout).toMatch(
    /kind: ClusterRole/,
  );
});

// Each package here delays every command, help and completion.
it('loads only its own files and commander before a command runs', async () => {
  const metafile: Metafile = JSON.parse(await readFile(report, 'utf8'));
  const loaded = [...modulesAtStart(metafile, 'src/main.ts')];
  expect(loaded).toContain('src/program.ts');
  expect(
    loaded.filter(
      path =>
        !path.startsWith('src/') &&
        path !== 'package.json' &&
        !path.includes('node_modules/commander/'),
    ),
  ).toEqual([]);
});

it('is published with the files that its executables need', async () => {
  const target = await mkdtemp(join(tmpdir(), 'klutch-package-'));
  try {
    for (const name of files.filter(each => each !== 'dist')) {
      await cp(join(__dirname, '..', name), join(target, name), {
        recursive: true,
      });
    }
    // In place of a build, which takes ten times as long.
    const built = join(target, 'dist/index.cjs.js');
    await bundle('src/index.ts', built, '--format=cjs');
    for (const executable of Object.values(bin)) {
      expect((await stat(join(target, executable))).mode & 0o111).not.toBe(0);
    }
    const { stdout } = await run(
      process.execPath,
      [join(target, bin.klutch), '--help'],
      { cwd: target, env: { PATH: process.env.PATH } },
    );
    expect(stdout).toContain('bind [options]');
  } finally {
    await rm(target, { recursive: true });
  }
});

/** A kubeconfig for the server at this port, beside the folder of the program. */
async function writeKubeconfig(port: number): Promise<string> {
  const kubeconfig = `${folder}-kubeconfig`;
  const server = `http://127.0.0.1:${port}`;
  await writeFile(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server } }],
      users: [{ name: 'u', user: {} }],
    }),
  );
  return kubeconfig;
}

it('names the next step when an API server refuses', async () => {
  const server = createHttpServer((_request, response) => {
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end(
      '{"apiVersion":"v1","kind":"Status","status":"Failure","code":403,"reason":"Forbidden","message":"You may not list it."}',
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const kubeconfig = await writeKubeconfig(port);
  await expect(
    klutch('status', '--kubeconfig', kubeconfig),
  ).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr:
      'error: You may not list it. Have this right granted, or select another user with --context.\n',
  });
  await rm(kubeconfig);
  server.close();
  server.closeAllConnections();
});

it('names the next step when a provider or a cluster is missing', async () => {
  await expect(
    klutch('bind', 'https://bind.example', '--kubeconfig', '/nonexistent'),
  ).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error: .*Check that it exists/),
  });
});

it('goes on when the reader of its output has left', async () => {
  const args = ['konnector', 'manifest', '--image', 'registry.test/k'];
  const child = spawn(process.execPath, [file, ...args]);
  child.stdout.destroy();
  let printed = '';
  child.stderr.on('data', text => {
    printed += text;
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(printed).toBe('');
});

it('opens the browser, with the package that finds itself in the file', async () => {
  const opener = await mkdtemp(join(tmpdir(), 'klutch-opener-'));
  try {
    const opened = join(opener, 'opened');
    await writeFile(
      join(opener, 'xdg-open'),
      `#!/bin/sh\necho "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`,
      { mode: 0o755 },
    );
    await bundle('src/binding/openBrowser.ts', join(opener, 'program.cjs'));
    await run(
      process.execPath,
      [
        '-e',
        `void require('${opener}/program.cjs').openBrowser(new URL('http://127.0.0.1/start'))`,
      ],
      { env: { PATH: `${opener}:${process.env.PATH}` } },
    );
    await waitFor(async () => (await readdir(opener)).includes('opened'), {
      what: 'the address was opened',
      timeoutMs: 20_000,
    });
    expect(await readFile(opened, 'utf8')).toBe('http://127.0.0.1/start\n');
  } finally {
    await rm(opener, { recursive: true });
  }
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'ends soon after %s, while a server does not answer',
  async (signal, code) => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const kubeconfig = await writeKubeconfig(port);
    const child = spawn(
      process.execPath,
      [file, 'get', 'instances', '--kubeconfig', kubeconfig],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let printed = '';
    child.stderr.on('data', text => {
      printed += text;
    });
    await once(silent, 'connection');
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(printed).toContain(
      'error: Interrupted. Run the command again; it goes on with what exists.',
    );
    expect(printed).not.toContain('DeprecationWarning');
    await rm(kubeconfig);
    silent.close();
  },
);

it('reads standard input for -f -', async () => {
  const kubeconfig = await writeKubeconfig(1);
  const args = ['bind', 'apiservice', '-f', '-', '--kubeconfig', kubeconfig];
  const child = spawn(process.execPath, [file, ...args]);
  let printed = '';
  child.stderr.on('data', text => {
    printed += text;
  });
  const closed = once(child, 'close');
  child.stdin.end('kind: [APIServiceExportRequest');
  expect(await closed).toEqual([1, null]);
  expect(printed).toContain('error: The file is neither YAML nor JSON.');
  await rm(kubeconfig);
});

it('ends as interrupted by Ctrl-C at a question', async () => {
  const kubeconfig = await writeKubeconfig(1);
  const command = `"${process.execPath}" "${file}" konnector uninstall --kubeconfig "${kubeconfig}"`;
  // A terminal: questions take the key themselves there, and no signal arrives.
  const terminal = spawn('script', ['-qec', command, '/dev/null']);
  let printed = '';
  terminal.stdout.on('data', text => {
    printed += text;
  });
  const closed = once(terminal, 'close');
  await waitFor(() => printed.includes('Delete the konnector'), {
    what: 'the question',
    timeoutMs: 20_000,
  });
  terminal.stdin.write('\u0003');
  expect(await closed).toEqual([130, null]);
  expect(printed).toContain('error: Interrupted. Run the command again');
  await rm(kubeconfig);
});
