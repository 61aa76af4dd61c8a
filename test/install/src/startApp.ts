/** Starts the backend of an app, which serves the built frontend too. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProcess, type ProcessHandle } from '@klutch/local-processes';
import { stringify } from 'yaml';

/** Beside the app's own configuration and that of the page. */
const TEST_CONFIG = 'app-config.test.local.yaml';

const configOf = (app: string, port: number) => ({
  app: { baseUrl: `http://localhost:${port}` },
  backend: {
    baseUrl: `http://localhost:${port}`,
    listen: { host: 'localhost', port },
    csp: { 'upgrade-insecure-requests': false },
    database: {
      client: 'better-sqlite3',
      connection: { directory: join(app, 'database') },
    },
  },
  search: {
    collators: {
      klutch: {
        // Ten minutes otherwise.
        schedule: {
          initialDelay: { seconds: 5 },
          frequency: { seconds: 15 },
          timeout: { minutes: 1 },
        },
      },
    },
  },
  klutch: {
    // The clusters are on this machine.
    appClusters: { allowLoopback: true },
  },
});

/** @throws with the last lines of the log when the backend does not become ready */
export async function startApp(
  app: string,
  port: number,
): Promise<ProcessHandle> {
  await mkdir(join(app, 'database'), { recursive: true });
  await writeFile(join(app, TEST_CONFIG), stringify(configOf(app, port)));
  const configs = ['app-config.yaml', 'app-config.local.yaml', TEST_CONFIG];
  return startProcess({
    name: 'the backend of the app',
    command: 'yarn',
    args: [
      ...['workspace', 'backend', 'start'],
      ...configs.flatMap(file => ['--config', `../../${file}`]),
    ],
    cwd: app,
    logFile: join(app, 'backend.log'),
    ready: async () => {
      const health = `http://localhost:${port}/.backstage/health/v1/readiness`;
      return (await fetch(health)).ok;
    },
    readyTimeoutMs: 180_000,
  });
}
