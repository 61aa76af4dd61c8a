// A credential program, as `users[].user.exec` of a kubeconfig names one.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Credentials that such a program returns. */
export interface ExecCredentialStatus {
  token?: string;
  clientCertificateData?: string;
  clientKeyData?: string;
  expirationTimestamp?: string;
}

/** Creates a new program for each test of this file. */
export function useExecPlugin() {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'klutch-kube-'));
  });
  afterEach(() => rm(dir, { recursive: true }));

  const file = (name: string) => join(dir, name);
  const command = () => file('sign-in');

  return {
    /** The exec section of a kubeconfig for the program. */
    exec: (more: object = {}) => ({
      apiVersion: 'client.authentication.k8s.io/v1',
      command: command(),
      ...more,
    }),

    /** Lets the program run these lines of shell script, and record each run. */
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

    /** Lets the program return these credentials from now on. */
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

    /** Lets the program wait until it is unblocked, and then run these lines. */
    async block(...lines: string[]): Promise<void> {
      const wait = `while [ ! -e ${file('go')} ]; do sleep 0.02; done`;
      await this.write(wait, ...lines);
    },

    /** Unblocks the program. */
    unblock: () => writeFile(file('go'), ''),

    /** Process ids of the runs. */
    async pids(): Promise<number[]> {
      const text = await readFile(file('pids'), 'utf8');
      return text.split('\n').filter(Boolean).map(Number);
    },

    /** The runs: arguments, `EXTRA` and the exec info. */
    async runs(): Promise<string[]> {
      const text = await readFile(file('runs'), 'utf8').catch(() => '');
      return text.split('\n').filter(Boolean);
    },
  };
}
