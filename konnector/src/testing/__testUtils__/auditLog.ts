/** Reads a test cluster's audit log. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One request. */
export interface AuditedRequest {
  user: string;
  /** User agent of the client, which distinguishes several konnectors. */
  agent: string;
  verb: string;
  group: string;
  resource: string;
  subresource?: string;
  namespace?: string;
  name?: string;
  code: number;
  /** When the server received and answered the request. */
  at: Date;
  doneAt: Date;
}

/** A request that changed something, or tried to. */
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

/** Requests are recorded when answered; reads only on request of a test. */
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

/** The requests of a user, from lines of an audit log; a watch is there when it begins and when it ends. */
export const requestsOf = (lines: string[], user: string): AuditedRequest[] =>
  lines
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

  /**
   * All recorded requests of a user so far; a watch is recorded when it begins
   * and when it ends.
   */
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
