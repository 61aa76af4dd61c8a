/** Data of the pages of the control plane and of the set-up. */
import {
  explain,
  isReason,
  reasonMessages,
  type Explanation,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type { FakePortal } from '../src/__testUtils__/FakePortal';
import { ago } from '../src/__testUtils__/fixtures';

type Component = Schemas['ControlPlaneComponent'];
type Check = Schemas['SetUpCheck'];

const component = (
  type: Component['type'],
  name: string,
  version: string | undefined,
  explanation: Explanation,
): Component => ({
  type,
  name,
  version,
  state: 'ok',
  ...explanation,
  createdAt: ago(864_000),
});

const cause = 'Its image cannot be pulled.';

const failing = {
  state: 'error',
  ...explain('ControlPlanePackageNotHealthy', { cause }),
  remedy: 'Look at its revisions.',
} as const;

const components: Component[] = [
  component(
    'crossplane',
    'Crossplane',
    'v1.20.0',
    explain('ComponentCrossplaneReady', { ready: '2', replicas: '2' }),
  ),
  component(
    'provider',
    'provider-anynines',
    'v1.4.0',
    explain('ComponentPackageHealthy'),
  ),
  {
    ...component('provider', 'provider-kubernetes', 'v0.15.0', failing),
    ...failing,
  },
  component(
    'function',
    'function-patch-and-transform',
    'v0.8.2',
    explain('ComponentPackageHealthy'),
  ),
  component(
    'xrd',
    'xpostgresqlinstances.anynines.com',
    undefined,
    explain('ComponentXrdServed'),
  ),
  component(
    'composition',
    'a9s-postgresql',
    undefined,
    explain('ComponentCompositionComplete'),
  ),
];

const stuckClaim: Schemas['ControlPlaneProblem'] = {
  severity: 'error',
  object: {
    apiVersion: 'anynines.com/v1',
    kind: 'PostgresqlInstance',
    namespace: 'cluster-x1-team-a',
    name: 'orders-db',
  },
  ...explain('ControlPlaneClaimNotReady', {
    kind: 'ServiceInstance',
    name: 'orders-db-7f2k',
    condition: 'Ready',
    cause: 'The quota of the data centre is used up.',
  }),
  remedy: 'Look at ServiceInstance orders-db-7f2k and its events.',
  since: ago(10_800),
  claim: {
    cluster: 'apps-dev',
    namespace: 'team-a',
    resource: 'postgresqlinstances.anynines.com',
    name: 'orders-db',
  },
};

const managed = (
  kind: string,
  ready: number,
  notReady: number,
): Schemas['ManagedResources'] => ({
  provider: 'provider-anynines',
  kind,
  resource: `${kind.toLowerCase()}s.dataservices.anynines.com`,
  ready,
  notReady,
  complete: true,
});

const updates: Schemas['PackageUpdate'][] = [
  {
    type: 'provider',
    name: 'provider-anynines',
    package: 'xpkg.crossplane.io/anynines/provider-anynines',
    version: 'v1.4.0',
    activation: 'Automatic',
    state: 'available',
    ...explain('UpdateAvailable', { version: 'v2.0.0' }),
    versions: [
      { version: 'v1.4.3', change: 'patch', excludedBy: [] },
      {
        version: 'v2.0.0',
        change: 'major',
        excludedBy: [
          { package: 'anynines/data-services', constraint: '<v2.0.0' },
        ],
      },
    ],
    usedBy: [{ kind: 'Package', name: 'anynines/data-services' }],
  },
  {
    type: 'function',
    name: 'function-patch-and-transform',
    package: 'registry.example.com/function-patch-and-transform',
    version: 'v0.8.2',
    activation: 'Manual',
    state: 'unknown',
    ...explain('UpdateRegistryNotAllowed', {
      registry: 'registry.example.com',
    }),
    versions: [],
    usedBy: [{ kind: 'Composition', name: 'a9s-postgresql' }],
  },
];

const check = (
  name: Check['name'],
  state: Check['state'],
  explanation: Explanation,
): Check => {
  const remedyReason = `${explanation.reason}Remedy`;
  return {
    name,
    state,
    docsUrl:
      'https://github.com/anynines/klutch-for-backstage/blob/main/docs/operations.md#set-up-checklist',
    findings: [
      {
        state,
        ...explanation,
        ...(isReason(remedyReason) && {
          remedyReason,
          remedy: reasonMessages[remedyReason],
        }),
      },
    ],
  };
};

const issuer = 'https://id.example.com/realms/platform';

const checks: Check[] = [
  check('issuers', 'ok', explain('SetUpIssuerAnswers', { issuer })),
  check(
    'redirectUris',
    'unknown',
    explain('SetUpRedirectUriUnknown', {
      provider: 'Keycloak',
      uri: 'https://backstage.example.com/api/klutch/binding/callback',
    }),
  ),
  check(
    'signingKeys',
    'ok',
    explain('SetUpSigningKeys', { issuer, count: '2' }),
  ),
  check(
    'clocks',
    'warning',
    explain('SetUpClockAhead', { subject: 'Development apps', seconds: '4' }),
  ),
  check(
    'rights',
    'failed',
    explain('SetUpRightsMissing', {
      missing: '1',
      count: '96',
      rights: 'create resourcequotas',
    }),
  ),
  check('permissions', 'ok', explain('SetUpPermissionsOn')),
];

export function addControlPlane(portal: FakePortal): void {
  portal.components = components;
  portal.problems = [
    {
      severity: 'error',
      object: {
        apiVersion: 'pkg.crossplane.io/v1',
        kind: 'Provider',
        name: 'provider-kubernetes',
      },
      message: failing.message,
      remedy: failing.remedy,
    },
    stuckClaim,
  ];
  portal.managedResources = [
    managed('Backup', 12, 0),
    managed('ServiceBinding', 31, 0),
    managed('ServiceInstance', 17, 1),
  ];
  portal.packageUpdates = updates;
  portal.setUp = { checkedAt: ago(5), checks };
}
