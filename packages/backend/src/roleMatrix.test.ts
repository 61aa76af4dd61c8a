/** Which role may call which operation of the REST interface: every role, and every operation of the document. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  BackstageCredentials,
  BackstageUserPrincipal,
  PermissionsServiceRequestOptions,
} from '@backstage/backend-plugin-api';
import {
  mockCredentials,
  mockServices,
  startTestBackend,
} from '@backstage/backend-test-utils';
import type {
  DefinitivePolicyDecision,
  Permission,
} from '@backstage/plugin-permission-common';
import klutchPlugin from '@klutch/backstage-plugin-klutch-backend';
import { openapiDocument } from '@klutch/backstage-plugin-klutch-common';
import { createKlutchPolicy } from '@klutch/backstage-plugin-permission-backend-module-klutch';

const people = {
  developer: 'user:default/alice',
  auditor: 'user:default/rita',
  supporter: 'user:default/sara',
  operator: 'user:default/oscar',
  nobody: 'user:default/guest',
};
type Role = keyof typeof people;
const roles = Object.keys(people) as Role[];

const resource = 'postgresqlinstances.anynines.com';
const claim = { cluster: 'a', namespace: 'b', resource, name: 'c' };
const apis = [{ resource, acceptedClaims: [] }];

const everybody = roles;
const withRole: Role[] = ['developer', 'auditor', 'supporter', 'operator'];
const claimReaders: Role[] = ['developer', 'auditor', 'operator'];
const claimWriters: Role[] = ['developer', 'operator'];
const platformReaders: Role[] = ['auditor', 'operator'];
const operators: Role[] = ['operator'];

/** Who may call each operation, and what the request needs to be valid. */
const matrix: Record<
  string,
  [allowed: Role[], request?: { body?: object; query?: string }]
> = {
  getMe: [everybody],
  getChanges: [everybody],
  // Requests of one's own.
  listOwnServiceRequests: [everybody],
  withdrawServiceRequest: [everybody],

  listServices: [withRole],
  listServiceAccess: [withRole],
  getService: [withRole],

  listAppClusters: [claimReaders],
  listNamespaces: [claimReaders, { query: `resource=${resource}` }],
  listClaims: [claimReaders],
  getClaim: [claimReaders],
  listClaimEvents: [claimReaders],
  listClaimActivity: [claimReaders],
  traceClaim: [claimReaders],
  listBindingWorkloads: [claimReaders],

  requestService: [claimWriters, { body: { cluster: 'a' } }],
  createClaim: [claimWriters, { body: { ...claim, spec: {} } }],
  updateClaim: [claimWriters, { body: { protected: true } }],
  deleteClaim: [claimWriters, { query: `confirm=${claim.name}` }],
  revealCredentials: [claimWriters, { body: {} }],

  traceForSupport: [['supporter', 'operator'], { body: { text: 'c' } }],

  listApis: [platformReaders],
  getApi: [platformReaders],
  listExportTemplates: [platformReaders],
  getExportTemplate: [platformReaders],
  listExportRequests: [platformReaders],
  listExports: [platformReaders],
  getControlPlaneHealth: [platformReaders],
  listManagedResources: [platformReaders],
  listPackageUpdates: [platformReaders],
  getSetUp: [platformReaders],
  listServiceRequests: [platformReaders],
  getPlatformAccess: [platformReaders],
  getAppClusterCertificates: [platformReaders],
  listAppClusterSummaries: [platformReaders],
  listPlatformAppClusters: [platformReaders],
  getPlatformAppCluster: [platformReaders],
  getAppClusterAccess: [platformReaders],
  getKonnectorManifest: [platformReaders],
  getJoinToken: [platformReaders],
  previewOffboarding: [platformReaders],

  previewExportTemplate: [operators, { body: { resource, claims: [] } }],
  createExportTemplate: [operators, { body: { resource, claims: [] } }],
  updateExportTemplate: [
    operators,
    { body: { resourceVersion: '1', claims: [], audience: {} } },
  ],
  deleteExportTemplate: [operators],
  listExportTemplateDependants: [platformReaders],
  dismissServiceRequest: [operators],
  approveServiceRequest: [operators, { body: {} }],
  registerAppCluster: [
    operators,
    { body: { id: 'a', title: 'A', kubeconfig: 'x' } },
  ],
  createJoinToken: [operators, { body: { id: 'a', title: 'A', apis } }],
  replaceJoinToken: [operators, { body: { apis } }],
  cancelJoinToken: [operators],
  suspendAppCluster: [operators, { body: { suspended: true } }],
  setAppClusterKubeconfig: [operators, { body: { kubeconfig: 'x' } }],
  rotateAppClusterToken: [operators],
  revokeAppClusterTokens: [operators],
  offboardAppCluster: [
    operators,
    { body: { confirm: 'A', liveObjects: 0, uncounted: [] } },
  ],
  bindApi: [operators, { body: { resource } }],
  approveDeletions: [operators, { body: { deletions: 1 } }],
  unbindApi: [operators, { body: { confirm: 'A' } }],
};

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** All operations of the document, with or without a row. */
const operations = Object.entries(openapiDocument.paths).flatMap(
  ([path, item]) =>
    methods.flatMap(method => {
      const documented: Partial<
        Record<(typeof methods)[number], { operationId: string }>
      > = item;
      const id = documented[method]?.operationId;
      return id ? [{ id, method, path }] : [];
    }),
);

const policy = createKlutchPolicy({
  developers: [people.developer],
  auditors: [people.auditor],
  supporters: [people.supporter],
  operators: [people.operator],
});

/** Answers questions by the policy, as the permission backend does. */
const decideAll = (
  questions: { permission: Permission }[],
  options?: PermissionsServiceRequestOptions,
): Promise<DefinitivePolicyDecision[]> =>
  Promise.all(
    questions.map(async ({ permission }) => {
      const credentials = (options as { credentials: BackstageCredentials })
        .credentials as BackstageCredentials<BackstageUserPrincipal>;
      const { userEntityRef } = credentials.principal;
      const info = { userEntityRef, ownershipEntityRefs: [userEntityRef] };
      const decision = await policy.handle(
        { permission },
        { credentials, info },
      );
      return decision as DefinitivePolicyDecision;
    }),
  );

const folder = mkdtempSync(join(tmpdir(), 'klutch-roles-'));
let backend: Awaited<ReturnType<typeof startTestBackend>>;

/** The backend with clusters that never respond: what is allowed fails later, and what is not fails before. */
beforeAll(async () => {
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
      users: [{ name: 'u', user: { token: 't' } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    }),
  );
  backend = await startTestBackend({
    features: [
      klutchPlugin,
      mockServices.permissions.mock({
        authorize: decideAll,
        authorizeConditional: decideAll,
      }).factory,
      mockServices.rootConfig.factory({
        data: {
          klutch: { controlPlane: { kubeconfig } },
          permission: { enabled: true },
        },
      }),
    ],
  });
}, 60_000);
afterAll(async () => {
  await backend?.stop();
  rmSync(folder, { recursive: true });
});

async function isAllowed(
  role: Role,
  { id, method, path }: (typeof operations)[number],
): Promise<boolean> {
  const { body, query = '' } = matrix[id]?.[1] ?? {};
  const names: Record<string, string> = claim;
  const at = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => names[name] ?? 'x',
  );
  const response = await fetch(
    `http://localhost:${backend.server.port()}/api/klutch${at}?${query}`,
    {
      method: method.toUpperCase(),
      headers: {
        authorization: mockCredentials.user.header(people[role]),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    },
  );
  // Neither says anything about permissions.
  expect([400, 401, 500]).not.toContain(response.status);
  return response.status !== 403;
}

it('has a row for each operation, and an operation for each row', () => {
  const documented = operations.map(({ id }) => id);
  expect(Object.keys(matrix).sort()).toEqual(documented.sort());
});

it.each(operations)('$id is for its roles only', async operation => {
  const answers = await Promise.all(
    roles.map(role => isAllowed(role, operation)),
  );
  expect(roles.filter((_, index) => answers[index])).toEqual(
    matrix[operation.id]?.[0],
  );
});
