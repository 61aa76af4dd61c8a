// The controllers as operators run them: the standalone server in a separate process, without the handshake.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  startProcess,
  waitFor,
  type ProcessHandle,
} from '@klutch/local-processes';
import { valueOf } from '../harness/prometheus';

const program = join(
  __dirname,
  '../../../../packages/binding-backend/bin/klutch-binding-backend',
);

export interface BackendProcessOptions {
  /** Empty directory for configuration files. */
  folder: string;
  /** Kubeconfig of the backend's user on the control plane cluster, in YAML. */
  kubeconfig: string;
  signal: AbortSignal;
}

export class BackendProcess {
  private constructor(
    private readonly process: ProcessHandle,
    private readonly health: string,
  ) {}

  /** Resolves when the server is ready. */
  static async start({
    folder,
    kubeconfig,
    signal,
  }: BackendProcessOptions): Promise<BackendProcess> {
    const kubeconfigFile = join(folder, 'backend.kubeconfig');
    await writeFile(kubeconfigFile, kubeconfig, { mode: 0o600 });
    // JSON is YAML.
    const config = {
      controlPlane: { kubeconfig: kubeconfigFile },
      health: '127.0.0.1:0',
      lease: null,
    };
    const configFile = join(folder, 'backend.yaml');
    await writeFile(configFile, JSON.stringify(config));
    const handle = await startProcess({
      name: 'the binding backend',
      command: process.execPath,
      args: [program, '--config', configFile],
      logFile: join(folder, 'backend.log'),
      signal,
    });
    let health = '';
    await waitFor(
      async () => {
        const log = await readFile(handle.logFile, 'utf8');
        const port = /"health":(\d+)/.exec(log)?.[1];
        if (!port) return false;
        health = `http://127.0.0.1:${port}`;
        return (await fetch(`${health}/readyz`)).ok;
      },
      { what: 'the binding backend is ready', timeoutMs: 60_000, signal },
    );
    return new BackendProcess(handle, health);
  }

  /** Processor time of the process since its start, in seconds. */
  async cpuSeconds(): Promise<number> {
    const metrics = await (await fetch(`${this.health}/metrics`)).text();
    return valueOf(metrics, 'process_cpu_seconds_total');
  }

  async stop(): Promise<void> {
    await this.process.stop(30_000);
  }
}
