/** Reads the audit log of a test cluster: who wrote what. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One request that changed something, or tried to. */
export interface AuditedWrite {
  user: string;
  verb: string;
  resource: string;
  subresource?: string;
  namespace?: string;
  name?: string;
  code: number;
}

interface AuditEvent {
  stage: string;
  verb: string;
  user?: { username?: string };
  objectRef?: {
    resource?: string;
    subresource?: string;
    namespace?: string;
    name?: string;
  };
  responseStatus?: { code?: number };
}

/** Writes are recorded when they are answered; reads are not recorded. */
const policy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: Metadata
  verbs: [create, update, patch, delete, deletecollection]
- level: None
`;

/** An audit log in a temporary folder. */
export class AuditLog {
  private readonly dir = mkdtempSync(join(tmpdir(), 'klutch-audit-'));
  private readonly file = join(this.dir, 'audit.log');

  /** Flags for the API server. */
  flags(): string[] {
    const policyFile = join(this.dir, 'policy.yaml');
    writeFileSync(policyFile, policy);
    writeFileSync(this.file, '');
    return [
      `--audit-policy-file=${policyFile}`,
      `--audit-log-path=${this.file}`,
      '--audit-log-mode=blocking-strict',
    ];
  }

  /** All writes of a user so far. */
  writesOf(user: string): AuditedWrite[] {
    return readFileSync(this.file, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as AuditEvent)
      .filter(event => event.user?.username === user)
      .map(event => ({
        user,
        verb: event.verb,
        resource: event.objectRef?.resource ?? '',
        subresource: event.objectRef?.subresource,
        namespace: event.objectRef?.namespace,
        name: event.objectRef?.name,
        code: event.responseStatus?.code ?? 0,
      }));
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
