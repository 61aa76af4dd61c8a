/** Reads the audit log of a test cluster: who wrote what. */

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
  /** When the server received the request, and when it had answered. */
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

const isWrite = ({ verb }: AuditedRequest) =>
  !['get', 'list', 'watch'].includes(verb);

/** The requests of a user, from lines of an audit log; a watch is listed at its start and at its end. */
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

/** The writes among them. */
export const writesOf = (lines: string[], user: string): AuditedWrite[] =>
  requestsOf(lines, user).filter(isWrite);
