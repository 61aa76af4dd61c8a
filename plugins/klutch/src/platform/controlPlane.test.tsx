import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakePortal } from '../__testUtils__/FakePortal';
import { oscar } from '../__testUtils__/fixtures';
import { renderPortal } from '../__testUtils__/renderPortal';

const endpoint = 'GET /platform/control-plane-health';

function open(prepare: (portal: FakePortal) => void = () => {}) {
  const portal = new FakePortal();
  portal.me = oscar;
  prepare(portal);
  renderPortal(portal, '/klutch-platform/control-plane');
  return portal;
}

const problem: FakePortal['problems'][number] = {
  severity: 'error',
  object: {
    apiVersion: 'anynines.com/v1',
    kind: 'Backup',
    namespace: 'team-a',
    name: 'nightly',
  },
  message: 'The claim is not fulfilled.',
  remedy: 'Look at XBackup nightly-1.',
};

describe('the page of the control plane', () => {
  it('says that nothing is wrong', async () => {
    open();
    expect(
      await screen.findByText('Nothing is wrong on the control plane cluster.'),
    ).toBeVisible();
  });

  it('lists each problem with its object and what to do', async () => {
    open(portal => {
      portal.problems = [
        problem,
        {
          ...problem,
          severity: 'warning',
          object: {
            apiVersion: 'pkg.crossplane.io/v1',
            kind: 'Provider',
            name: 'provider-x',
          },
        },
      ];
    });
    expect(
      await screen.findByRole('row', {
        name: 'Error Backup nightly team-a The claim is not fulfilled. Look at XBackup nightly-1.',
      }),
    ).toBeVisible();
    expect(
      screen.getByRole('row', {
        name: /^Warning Provider provider-x pkg.crossplane.io\/v1 /,
      }),
    ).toBeVisible();
  });

  it('shows that the check is under way', async () => {
    let respond = () => {};
    open(portal => {
      respond = portal.delay(endpoint);
    });
    expect(
      await screen.findByLabelText(/the health of the control plane/),
    ).toBeInTheDocument();
    respond();
    expect(await screen.findByText(/^Nothing is wrong/)).toBeVisible();
  });

  it('shows which right is missing', async () => {
    open(portal =>
      portal.fail(endpoint, {
        status: 403,
        message: 'You may not check the control plane.',
      }),
    );
    expect(
      await screen.findByText('You may not check the control plane.'),
    ).toBeVisible();
  });

  it('checks again after a failure', async () => {
    const portal = open(faulty =>
      faulty.fail(endpoint, { status: 500, message: 'The check failed.' }),
    );
    expect(await screen.findByText('The check failed.')).toBeVisible();
    portal.clearFailures();
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await screen.findByText(/^Nothing is wrong/)).toBeVisible();
  });
});
