import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { FakePortal } from '../../__testUtils__/FakePortal';
import { ago, oscar } from '../../__testUtils__/fixtures';
import { renderPortal } from '../../__testUtils__/renderPortal';
import { violationsOf } from '../../__testUtils__/violationsOf';
import { klutchTranslations } from '../../messages/translations';

const endpoint = 'GET /platform/control-plane-health';

function open(
  prepare: (portal: FakePortal) => void = () => {},
  options: Parameters<typeof renderPortal>[2] = {},
) {
  const portal = new FakePortal();
  portal.me = oscar;
  prepare(portal);
  renderPortal(portal, '/klutch-platform/control-plane', options);
  return portal;
}

const unhealthy: FakePortal['components'][number] = {
  type: 'provider',
  name: 'provider-x',
  version: 'v1.2.3',
  revision: 'provider-x-1a2b',
  state: 'error',
  ...explain('ControlPlanePackageNotHealthy', { cause: 'Cannot pull.' }),
  remedy: 'Look at its revisions.',
};

const stuck: FakePortal['problems'][number] = {
  severity: 'error',
  object: {
    apiVersion: 'anynines.com/v1',
    kind: 'Backup',
    namespace: 'cluster-1-team-a',
    name: 'nightly',
  },
  message: 'XBackup nightly-1 is not Ready. Waits.',
  remedy: 'Look at XBackup nightly-1.',
  since: ago(7_200),
  claim: {
    cluster: 'apps-dev',
    namespace: 'team-a',
    resource: 'backups.anynines.com',
    name: 'nightly',
  },
};

const update: FakePortal['packageUpdates'][number] = {
  type: 'provider',
  name: 'provider-x',
  package: 'xpkg.example.org/acme/provider-x',
  version: 'v1.2.3',
  activation: 'Manual',
  state: 'available',
  ...explain('UpdateAvailable', { version: 'v2.0.0' }),
  versions: [
    { version: 'v1.2.4', change: 'patch', excludedBy: [] },
    {
      version: 'v2.0.0',
      change: 'major',
      excludedBy: [{ package: 'acme/configuration', constraint: '<v2.0.0' }],
    },
  ],
  usedBy: Array.from({ length: 7 }, (_, index) => ({
    kind: 'Composition',
    name: `c${index}`,
  })),
};

describe('the page of the control plane', () => {
  it('says that nothing is wrong, and what there is to see', async () => {
    open();
    expect(
      await screen.findByText('Nothing is wrong on the control plane cluster.'),
    ).toBeVisible();
    expect(await screen.findByText('No package is installed.')).toBeVisible();
    expect(screen.getByText(/^No provider with managed res/)).toBeVisible();
    expect(screen.queryByText('Stuck claims')).not.toBeInTheDocument();
  });

  it('does not say that nothing is wrong beside a warning', async () => {
    open(portal => {
      portal.components = [
        {
          ...unhealthy,
          state: 'warning',
          ...explain('ComponentPaused'),
        },
      ];
    });
    expect(await screen.findByText(/^Paused by the annotation/)).toBeVisible();
    expect(screen.queryByText(/^Nothing is wrong/)).not.toBeInTheDocument();
  });

  it('shows each component in a line, those with problems first, and claims by age with their trace', async () => {
    open(portal => {
      portal.components = [
        {
          type: 'crossplane',
          name: 'Crossplane',
          version: 'v1.20.0',
          state: 'ok',
          ...explain('ComponentCrossplaneReady', { ready: '2', replicas: '2' }),
        },
        unhealthy,
      ];
      portal.problems = [
        { ...stuck, object: { ...stuck.object, kind: 'Provider' } },
        {
          severity: 'warning',
          object: { apiVersion: 'v1', kind: 'CRD', name: 'claims.example' },
          ...explain('ControlPlaneListForbidden', { resource: 'claims.x' }),
          remedy: 'Have list granted.',
        },
        { ...stuck, claim: undefined, object: { ...stuck.object, name: 'b' } },
      ];
    });
    const [, first, second] = within(
      await screen.findByLabelText('Installed components', {
        selector: 'table',
      }),
    ).getAllByRole('row');
    expect(first).toHaveTextContent(
      'provider-xprovider-x-1a2bProviderv1.2.3The package is not healthy. Cannot pull.What to do: Look at its revisions.',
    );
    expect(second).toHaveTextContent('Runs, with 2 of 2 pods ready');
    expect(screen.getByText(/^claims.x may not be listed/)).toBeVisible();

    const claims = screen.getByLabelText('Stuck claims', { selector: 'table' });
    expect(claims).toHaveTextContent('2 h ago');
    expect(claims).toHaveTextContent('Not of an app cluster');
    expect(screen.getByLabelText('Open the trace of nightly')).toHaveAttribute(
      'href',
      '/klutch-platform/trace?of=apps-dev%2Fteam-a%2Fbackups.anynines.com%2Fnightly',
    );
    expect(await violationsOf(claims)).toEqual([]);
    expect(screen.getByLabelText('Open the trace of b')).toHaveAttribute(
      'href',
      '/klutch-platform/trace?of=Backup%2Fb',
    );
  });

  it('links to the page of the instance without the permission to trace', async () => {
    open(portal => {
      portal.me = { ...oscar, mayTrace: false };
      portal.problems = [stuck];
    });
    expect(
      await screen.findByLabelText('Open the trace of nightly'),
    ).toHaveAttribute(
      'href',
      '/klutch/instances/apps-dev/team-a/backups.anynines.com/nightly',
    );
  });

  it('counts managed resources, a page of types at a time', async () => {
    open(portal => {
      portal.managedResources = Array.from({ length: 21 }, (_, index) => ({
        provider: 'provider-x',
        kind: `Kind${index}`,
        resource: `kinds${index}.example.org`,
        ready: 3,
        notReady: index,
        complete: index !== 1,
        ...(index === 2 && {
          problem: 'You may not list kinds2.example.org.',
        }),
      }));
    });
    const table = await screen.findByLabelText('Managed resources', {
      selector: 'table',
    });
    expect(table).toHaveTextContent('At least 3');
    expect(table).toHaveTextContent('You may not list kinds2.example.org.');
    await userEvent.click(screen.getByLabelText('Next page'));
    expect(await screen.findByText('Kind20')).toBeVisible();
    expect(screen.queryByText('Kind0')).not.toBeInTheDocument();
  });

  it('says which updates exist, what they change, and what stands against them', async () => {
    open(
      portal => {
        portal.packageUpdates = [update];
      },
      { translation: klutchTranslations, language: 'de' },
    );
    const row = await screen.findByText('Version v2.0.0 ist verfügbar.');
    const table = row.closest('table');
    expect(table).toHaveTextContent('v1.2.4: nur Korrekturen (Patch)');
    expect(table).toHaveTextContent(
      'acme/configuration verlangt <v2.0.0, deshalb nimmt Crossplane diese Version nicht an.',
    );
    expect(table).toHaveTextContent('bis Sie sie aktivieren');
    expect(table).toHaveTextContent('Composition c4 und 2 weiteren');
  });

  it('shows which right is missing, and checks again after a failure', async () => {
    const portal = open(faulty =>
      faulty.fail(endpoint, {
        status: 403,
        message: 'You may not check the control plane.',
      }),
    );
    expect(
      await screen.findByText('You may not check the control plane.'),
    ).toBeVisible();
    portal.clearFailures();
    await userEvent.click(screen.getByText('Check again'));
    expect(await screen.findByText(/^Nothing is wrong/)).toBeVisible();
  });
});
