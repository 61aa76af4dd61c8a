/** What every operation of the REST document needs: a handler whose input and output have the document's types. */
import type { operations } from '@klutch/backstage-plugin-klutch-common';
import type { Request } from 'express';
import type { Caller } from '../identity/Caller';

type Json<T> = T extends { content: { 'application/json': infer B } }
  ? B
  : undefined;

type Path<O> = O extends { parameters: { path: infer P } } ? P : undefined;
type Query<O> = O extends { parameters: { query: infer Q } }
  ? Q
  : O extends { parameters: { query?: infer Q } }
    ? NonNullable<Q>
    : undefined;
type Body<O> = O extends { requestBody: infer B } ? Json<B> : undefined;
type Success<O> = O extends { responses: infer R }
  ? R[Extract<keyof R, 200 | 201 | 202 | 204>]
  : never;

/** A request that fits the document. */
export interface OperationRequest<O> {
  caller: Caller;
  path: Path<O>;
  query: Query<O>;
  body: Body<O>;
  /** For the audit log. */
  raw: Request;
}

/** Answers one operation; what it returns is the body of the answer of success. */
export type Handler<O> = (
  request: OperationRequest<O>,
) => Promise<Json<Success<O>>>;

/** One handler for each operation of the document. */
export type Handlers = {
  [Id in keyof operations]: Handler<operations[Id]>;
};
