/**
 * The HTTP layer of the portal: validates requests against the REST document, identifies the caller and writes
 * responses.
 */
import type {
  HttpAuthService,
  LoggerService,
} from '@backstage/backend-plugin-api';
import { openapiDocument } from '@klutch/backstage-plugin-klutch-common';
import express, {
  type ErrorRequestHandler,
  type Request,
  type Response,
  type Router,
} from 'express';
import { middleware } from 'express-openapi-validator';
import type { OpenAPIV3 } from 'express-openapi-validator/dist/framework/types';
import PromiseRouter from 'express-promise-router';
import { errorResponse, internalErrorResponse } from '../errors/errorResponse';
import type { Callers } from '../identity/Caller';
import type { Handlers, OperationRequest } from './handlers';

export interface RouterOptions {
  httpAuth: HttpAuthService;
  logger: LoggerService;
  callers: Callers;
  handlers: Handlers;
}

interface Operation {
  id: keyof Handlers;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** In Express syntax. */
  path: string;
  /** Status of the success response. */
  status: number;
}

interface DocumentedOperation {
  operationId: keyof Handlers;
  responses: Record<string, unknown>;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

function operationsOf(document: typeof openapiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap(method => {
      const operation = (
        item as Partial<Record<typeof method, DocumentedOperation>>
      )[method];
      if (!operation) return [];
      const success = Object.keys(operation.responses).find(code =>
        code.startsWith('2'),
      );
      return [
        {
          id: operation.operationId,
          method,
          path: path.replace(/\{(\w+)\}/g, ':$1'),
          status: Number(success),
        },
      ];
    }),
  );
}

/**
 * A handler as called by the router: validation against the REST document guarantees the types of the request's
 * parts.
 */
type AnyHandler = (
  request: Record<keyof OperationRequest<unknown>, unknown>,
) => Promise<unknown>;

function errorHandler(logger: LoggerService): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const mappedResponse = errorResponse(error);
    if (!mappedResponse) {
      logger.error(
        `${request.method} ${request.path} failed`,
        error instanceof Error ? error : new Error(String(error)),
      );
    }
    const { status, body } = mappedResponse ?? internalErrorResponse();
    response.status(status).json(body);
  };
}

/** Creates the router of all operations of the REST document. */
export function createRouter(options: RouterOptions): Router {
  const { httpAuth, logger, callers, handlers } = options;
  const router = PromiseRouter();
  router.use((_, response, next) => {
    // Responses depend on the user and may hold credentials, so no cache may store them.
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  router.use(express.json({ limit: '1mb' }));
  router.use(
    middleware({
      apiSpec: openapiDocument as unknown as OpenAPIV3.DocumentV3_1,
      useRequestUrl: true,
      validateRequests: { allowUnknownQueryParameters: false },
      validateResponses: false,
      validateSecurity: false,
    }),
  );
  for (const { id, method, path, status } of operationsOf(openapiDocument)) {
    const handler = handlers[id] as AnyHandler;
    router[method](path, async (request: Request, response: Response) => {
      const credentials = await httpAuth.credentials(request, {
        allow: ['user', 'service'],
      });
      const body = await handler({
        caller: await callers.identify(credentials, request.headers),
        path: request.params,
        query: request.query,
        body: request.body,
        raw: request,
      });
      response.status(status);
      if (body === undefined) response.end();
      else response.json(body);
    });
  }
  router.use(errorHandler(logger));
  return router;
}
