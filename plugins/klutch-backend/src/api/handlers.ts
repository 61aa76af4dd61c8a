/** Types of the handlers: input and output of each operation as in the REST document. */
import type { operations } from '@klutch/backstage-plugin-klutch-common';
import type { Caller } from '../identity/Caller';
import type { AuditSource } from './withAuditEvent';

type Json<T> = T extends { content: { 'application/json': infer B } }
  ? B
  : undefined;

type Path<O> = O extends { parameters: { path: infer P } } ? P : undefined;
type Query<O> = O extends { parameters: { query: infer Q } }
  ? Q
  : O extends { parameters: { query?: infer Q } }
    ? [Q] extends [undefined]
      ? undefined
      : NonNullable<Q>
    : undefined;
type Body<O> = O extends { requestBody?: infer B } ? Json<B> : undefined;
type Success<O> = O extends { responses: infer R }
  ? R[Extract<keyof R, 200 | 201 | 202 | 204>]
  : never;

/** A request that was validated against the REST document. */
export interface OperationRequest<O> {
  caller: Caller;
  path: Path<O>;
  query: Query<O>;
  body: Body<O>;
  /** For the audit log. */
  raw: AuditSource;
}

/** Handles one operation; the returned value is the body of the success response. */
export type Handler<O> = (
  request: OperationRequest<O>,
) => Promise<Json<Success<O>>>;

/** One handler for each operation of the document. */
export type Handlers = {
  [Id in keyof operations]: Handler<operations[Id]>;
};
