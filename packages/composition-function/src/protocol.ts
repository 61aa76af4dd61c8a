/**
 * The gRPC service that Crossplane calls. Names and numbers of the fields are those of Crossplane 1.20's
 * `apis/apiextensions/fn/proto/v1/run_function.proto` and protobuf's `struct.proto`; fields that this function does
 * not use are left out.
 */
import type { ServiceDefinition } from '@grpc/grpc-js';
import { Root, type Type } from 'protobufjs';
import type { JsonStruct } from './struct';

const struct = { type: 'Struct', id: 1 };
const map = (type: string, id: number) => ({ keyType: 'string', type, id });

const root = Root.fromJSON({
  nested: {
    Struct: { fields: { fields: map('Value', 1) } },
    Value: {
      oneofs: {
        kind: {
          oneof: [
            'nullValue',
            'numberValue',
            'stringValue',
            'boolValue',
            'structValue',
            'listValue',
          ],
        },
      },
      fields: {
        nullValue: { type: 'int32', id: 1 },
        numberValue: { type: 'double', id: 2 },
        stringValue: { type: 'string', id: 3 },
        boolValue: { type: 'bool', id: 4 },
        structValue: { type: 'Struct', id: 5 },
        listValue: { type: 'ListValue', id: 6 },
      },
    },
    ListValue: {
      fields: { values: { rule: 'repeated', type: 'Value', id: 1 } },
    },
    Resource: {
      fields: { resource: struct, ready: { type: 'int32', id: 3 } },
    },
    State: {
      fields: {
        composite: { type: 'Resource', id: 1 },
        resources: map('Resource', 2),
      },
    },
    Duration: { fields: { seconds: { type: 'int32', id: 1 } } },
    RequestMeta: { fields: { tag: { type: 'string', id: 1 } } },
    ResponseMeta: {
      fields: {
        tag: { type: 'string', id: 1 },
        ttl: { type: 'Duration', id: 2 },
      },
    },
    Result: {
      fields: {
        severity: { type: 'int32', id: 1 },
        message: { type: 'string', id: 2 },
        target: { type: 'int32', id: 4 },
      },
    },
    RunFunctionRequest: {
      fields: {
        meta: { type: 'RequestMeta', id: 1 },
        observed: { type: 'State', id: 2 },
        desired: { type: 'State', id: 3 },
        input: { type: 'Struct', id: 4 },
      },
    },
    RunFunctionResponse: {
      fields: {
        meta: { type: 'ResponseMeta', id: 1 },
        desired: { type: 'State', id: 2 },
        results: { rule: 'repeated', type: 'Result', id: 3 },
      },
    },
  },
});

/** Whether a composed resource is ready. */
export const Ready = { yes: 1, no: 2 } as const;

/** A fatal result ends the pipeline: Crossplane changes nothing. */
export const Severity = { fatal: 1 } as const;

/** The event is recorded on the composite and on its claim. */
export const Target = { compositeAndClaim: 2 } as const;

export interface Resource {
  resource?: JsonStruct;
  ready?: (typeof Ready)[keyof typeof Ready];
}

export interface State {
  composite?: Resource;
  resources?: Record<string, Resource>;
}

export interface RunFunctionRequest {
  meta?: { tag?: string };
  observed?: State;
  /** What earlier steps of the pipeline composed. */
  desired?: State;
  input?: JsonStruct;
}

export interface RunFunctionResponse {
  /** `ttl`: seconds after which Crossplane calls again. */
  meta: { tag: string; ttl: { seconds: number } };
  desired?: State;
  results?: { severity: number; message: string; target: number }[];
}

const serialize = (type: Type) => (message: object) =>
  Buffer.from(type.encode(type.fromObject(message)).finish());

const deserialize = (type: Type) => (bytes: Buffer) =>
  type.toObject(type.decode(bytes), { oneofs: true });

const request = root.lookupType('RunFunctionRequest');
const response = root.lookupType('RunFunctionResponse');

export const functionRunnerService: ServiceDefinition = {
  runFunction: {
    path: '/apiextensions.fn.proto.v1.FunctionRunnerService/RunFunction',
    requestStream: false,
    responseStream: false,
    requestSerialize: serialize(request),
    requestDeserialize: deserialize(request),
    responseSerialize: serialize(response),
    responseDeserialize: deserialize(response),
  },
};
