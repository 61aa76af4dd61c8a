// A program that signs in, as `users[].user.exec` of a kubeconfig names one.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What such a program answers. */
export interface ExecCredentialStatus {
  token?: string;
  clientCertificateData?: string;
  clientKeyData?: string;
  expirationTimestamp?: string;
}

/** A new program for each test of this file. */
export function useExecPlugin() {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'klutch-kube-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  const file = (name: string) => join(dir, name);
  const command = () => file('sign-in');

  return {
    /** What a kubeconfig says of it. */
    exec: (more: object = {}) => ({
      apiVersion: 'client.authentication.k8s.io/v1',
      command: command(),
      ...more,
    }),

    /** Makes it run these lines of shell script, and note each run. */
    async write(...lines: string[]): Promise<void> {
      const script = [
        '#!/bin/sh',
        `echo $$ >> ${file('pids')}`,
        `echo "$* $EXTRA $KUBERNETES_EXEC_INFO" >> ${file('runs')}`,
        ...lines,
      ];
      await writeFile(command(), script.join('\n'));
      await chmod(command(), 0o700);
    },

    /** Makes it answer with these credentials from now on. */
    async answer(status: ExecCredentialStatus): Promise<void> {
      await writeFile(
        file('answer'),
        JSON.stringify({
          apiVersion: 'client.authentication.k8s.io/v1',
          kind: 'ExecCredential',
          status,
        }),
      );
      await this.write(`cat ${file('answer')}`);
    },

    /** Makes it wait until it is let go, and then run these lines. */
    async block(...lines: string[]): Promise<void> {
      const wait = `while [ ! -e ${file('go')} ]; do sleep 0.02; done`;
      await this.write(wait, ...lines);
    },

    /** Ends its waiting. */
    unblock: () => writeFile(file('go'), ''),

    /** Process ids of its runs. */
    async pids(): Promise<number[]> {
      const text = await readFile(file('pids'), 'utf8');
      return text.split('\n').filter(Boolean).map(Number);
    },

    /** Its runs: arguments, `EXTRA` and what it was told. */
    async runs(): Promise<string[]> {
      const text = await readFile(file('runs'), 'utf8').catch(() => '');
      return text.split('\n').filter(Boolean);
    },
  };
}
