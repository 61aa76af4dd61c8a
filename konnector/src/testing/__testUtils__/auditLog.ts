/** Reads the audit log of a test cluster: who wrote what. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One request. */
export interface AuditedRequest {
  user: string;
  /** Of its client: tells several konnectors apart. */
  agent: string;
  verb: string;
  group: string;
  resource: string;
  subresource?: string;
  namespace?: string;
  name?: string;
  code: number;
  /** When the server got it, and when it had answered. */
  at: Date;
  doneAt: Date;
}

/** One that changed something, or tried to. */
export type AuditedWrite = AuditedRequest;

interface AuditEvent {
  stage: string;
  verb: string;
  user?: { username?: string };
  userAgent?: string;
  requestReceivedTimestamp: string;
  stageTimestamp: string;
  objectRef?: {
    apiGroup?: string;
    resource?: string;
    subresource?: string;
    namespace?: string;
    name?: string;
  };
  responseStatus?: { code?: number };
}

/** Requests are recorded when they are answered; reads only where a test asks for them. */
const policy = (reads: boolean) => `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: Metadata
  verbs: [create, update, patch, delete, deletecollection${reads ? ', get, list, watch' : ''}]
- level: None
`;

const isWrite = ({ verb }: AuditedRequest) =>
  !['get', 'list', 'watch'].includes(verb);

/** An audit log in a temporary folder. */
export class AuditLog {
  private readonly dir = mkdtempSync(join(tmpdir(), 'klutch-audit-'));
  private readonly file = join(this.dir, 'audit.log');

  /** @param options.reads - records reads, too. */
  constructor(private readonly options: { reads?: boolean } = {}) {}

  /** Flags for the API server. */
  flags(): string[] {
    const policyFile = join(this.dir, 'policy.yaml');
    writeFileSync(policyFile, policy(this.options.reads ?? false));
    writeFileSync(this.file, '');
    return [
      `--audit-policy-file=${policyFile}`,
      `--audit-log-path=${this.file}`,
      '--audit-log-mode=blocking-strict',
    ];
  }

  /** All writes of a user so far. */
  writesOf(user: string): AuditedWrite[] {
    return this.requestsOf(user).filter(isWrite);
  }

  /** All recorded requests of a user so far; a watch comes when it begins and when it ends. */
  requestsOf(user: string): AuditedRequest[] {
    return readFileSync(this.file, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as AuditEvent)
      .filter(event => event.user?.username === user)
      .map(event => ({
        user,
        agent: event.userAgent ?? '',
        verb: event.verb,
        group: event.objectRef?.apiGroup ?? '',
        resource: event.objectRef?.resource ?? '',
        subresource: event.objectRef?.subresource,
        namespace: event.objectRef?.namespace,
        name: event.objectRef?.name,
        code: event.responseStatus?.code ?? 0,
        at: new Date(event.requestReceivedTimestamp),
        doneAt: new Date(event.stageTimestamp),
      }));
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
