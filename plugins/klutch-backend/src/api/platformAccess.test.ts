import { mockCredentials, mockServices } from '@backstage/backend-test-utils';
import { AuthorizeResult } from '@backstage/plugin-permission-common';
import {
  klutchPermissions,
  klutchPlatformManagePermission,
  klutchPlatformReadPermission,
  openapiDocument,
} from '@klutch/backstage-plugin-klutch-common';
import express from 'express';
import request from 'supertest';
import { Callers } from '../identity/Caller';
import { mappingStrategy } from '../identity/kubernetesIdentity';
import type { Handlers } from './handlers';
import {
  platformHandlers,
  type PlatformHandlerOptions,
} from './platformHandlers';
import { createRouter } from './router';

const methods = ['get', 'post', 'put', 'delete'] as const;
const read = klutchPlatformReadPermission.name;
const manage = klutchPlatformManagePermission.name;

const api = { resource: 'backups.anynines.com', acceptedClaims: [] };
const kubeconfig = 'any';

/** Permission and body of each operation. */
const rows: Record<string, { needs: string; body?: object }> = {
  listApis: { needs: read },
  listExportTemplates: { needs: read },
  createExportTemplate: {
    needs: manage,
    body: { resource: api.resource, claims: [] },
  },
  deleteExportTemplate: { needs: manage },
  listExportRequests: { needs: read },
  listExports: { needs: read },
  getControlPlaneHealth: { needs: read },
  listPlatformAppClusters: { needs: read },
  registerAppCluster: {
    needs: manage,
    body: { id: 'apps', title: 'Apps', kubeconfig },
  },
  createJoinToken: {
    needs: manage,
    body: { id: 'apps', title: 'Apps', apis: [api] },
  },
  replaceJoinToken: { needs: manage, body: { apis: [api] } },
  getJoinToken: { needs: read },
  cancelJoinToken: { needs: manage },
  setAppClusterKubeconfig: { needs: manage, body: { kubeconfig } },
  endAppClusterTokens: { needs: manage },
  previewOffboarding: { needs: read },
  offboardAppCluster: {
    needs: manage,
    body: { confirm: 'cluster-x', liveObjects: 0, uncounted: [] },
  },
  bindApi: { needs: manage, body: api },
  listServiceRequests: { needs: read },
  dismissServiceRequest: { needs: manage },
};

/** All operations of the document below `/platform`, with or without a row. */
const operations = Object.entries(openapiDocument.paths)
  .filter(([path]) => path.startsWith('/platform/'))
  .flatMap(([path, item]) =>
    methods.flatMap(method => {
      const documented: Partial<
        Record<(typeof methods)[number], { operationId: string }>
      > = item;
      const id = documented[method]?.operationId;
      return id ? [{ id, method, path: path.replace(/\{\w+\}/g, 'x') }] : [];
    }),
  );

/** Fails on any use, because requests must be refused before. */
const unreachable = new Proxy(
  {},
  {
    get(_, name) {
      throw new Error(`${String(name)} was reached`);
    },
  },
);

/** Calls the platform operations as a user with all permissions of the portal except one. */
const without = (missing: string) => {
  const callers = new Callers({
    auth: mockServices.auth(),
    userInfo: mockServices.userInfo(),
    permissions: mockServices.permissions.mock({
      authorize: async questions =>
        questions.map(({ permission: { name } }) => ({
          result:
            name !== missing && klutchPermissions.some(one => one.name === name)
              ? AuthorizeResult.ALLOW
              : AuthorizeResult.DENY,
        })),
    }),
    strategy: mappingStrategy({
      userPrefix: 'klutch:',
      groupPrefix: 'klutch:',
    }),
  });
  const services = {
    controlPlane: unreachable,
    platform: unreachable,
    offers: unreachable,
    registration: unreachable,
    joinTokens: unreachable,
    tokens: unreachable,
    offboarding: unreachable,
    requests: unreachable,
  } as unknown as Omit<PlatformHandlerOptions, 'auditor' | 'callers'>;
  const auditor = mockServices.auditor.mock({
    createEvent: async () => ({
      success: async () => undefined,
      fail: async () => undefined,
    }),
  });
  const handlers = platformHandlers({ ...services, auditor, callers });
  const app = express();
  app.use(
    createRouter({
      httpAuth: mockServices.httpAuth(),
      logger: mockServices.logger.mock(),
      callers,
      handlers: handlers as Handlers,
    }),
  );
  return request(app);
};

it('each operation of the platform has a row here, and each row an operation', () => {
  const documented = operations.map(({ id }) => id);
  expect(Object.keys(rows).sort()).toEqual(documented.sort());
});

describe.each(operations)('$id', ({ id, method, path }) => {
  const { needs = '', body } = rows[id] ?? {};

  it('is refused to users without its permission', async () => {
    const answer = await without(needs)[method](path).send(body);
    expect(answer.body.error?.message).toContain(needs);
    expect(answer.status).toBe(403);
  });

  it('is refused without sign-in', async () => {
    const answer = await without('')
      [method](path)
      .set('authorization', mockCredentials.none.header())
      .send(body);
    expect(answer.status).toBe(401);
  });
});
