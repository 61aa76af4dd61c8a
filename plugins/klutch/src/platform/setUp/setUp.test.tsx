import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import { FakePortal } from '../../__testUtils__/FakePortal';
import { alice, oscar } from '../../__testUtils__/fixtures';
import { renderPortal } from '../../__testUtils__/renderPortal';
import { violationsOf } from '../../__testUtils__/violationsOf';
import { klutchTranslations } from '../../messages/translations';

const docsUrl = 'https://docs.example.org/rights';

const failedRights: FakePortal['setUp']['checks'][number] = {
  name: 'rights',
  state: 'failed',
  docsUrl,
  findings: [
    {
      state: 'failed',
      ...explain('SetUpRightsMissing', {
        missing: '1',
        count: '90',
        rights: 'create secrets',
      }),
      remedy: 'Apply the roles.',
      remedyReason: 'SetUpRightsMissingRemedy',
    },
    {
      state: 'ok',
      ...explain('SetUpImpersonationGranted', { user: 'klutch:oscar' }),
    },
  ],
};

const unused: FakePortal['setUp']['checks'][number] = {
  name: 'issuers',
  state: 'unused',
  docsUrl,
  findings: [{ state: 'unused', ...explain('SetUpHandshakeUnused') }],
};

function open(
  checks: FakePortal['setUp']['checks'],
  options: Parameters<typeof renderPortal>[2] = {},
  prepare: (portal: FakePortal) => void = () => {},
) {
  const portal = new FakePortal();
  // An auditor: may read, and nothing else.
  portal.me = { ...oscar, mayManage: false };
  portal.setUp = { checkedAt: '2026-11-28T10:00:00Z', checks };
  prepare(portal);
  renderPortal(portal, '/klutch-platform/set-up', options);
  return portal;
}

describe('the set-up checklist', () => {
  it('shows an auditor each check with its result, what to fix, and the documentation', async () => {
    const portal = open([unused, failedRights]);
    expect(await screen.findByText('1 of 2 checks failed')).toBeVisible();
    const [, first, second] = within(
      screen.getByLabelText('Set-up checklist', { selector: 'table' }),
    ).getAllByRole('row');
    expect(first).toHaveTextContent(/IssuersNot used.*not configured/);
    expect(second).toHaveTextContent(/^Rights of the portalFailed/);
    expect(second).toHaveTextContent(
      /1 of 90 rights are missing .*: create secretsWhat to fix: Print the roles/,
    );
    expect(second).toHaveTextContent('act as you (klutch:oscar)');
    expect(
      within(second!).getByText('How to set it up').closest('a'),
    ).toHaveAttribute('href', docsUrl);

    expect(await violationsOf(screen.getByRole('main'))).toEqual([]);
    const warned = { ...failedRights, state: 'warning' as const };
    portal.setUp = { ...portal.setUp, checks: [warned, unused] };
    await userEvent.click(screen.getByText('Check again'));
    expect(
      await screen.findByText('No check failed, 1 has a warning'),
    ).toBeVisible();
    const unknown = { ...failedRights, state: 'unknown' as const };
    portal.setUp = { ...portal.setUp, checks: [unknown, unused] };
    await userEvent.click(screen.getByText('Check again'));
    expect(
      await screen.findByText('No check failed, 1 could not be made'),
    ).toBeVisible();
    portal.setUp = { ...portal.setUp, checks: [unused] };
    await userEvent.click(screen.getByText('Check again'));
    expect(await screen.findByText('No check failed')).toBeVisible();
  });

  it('is translated by reasons', async () => {
    open([failedRights], {
      translation: klutchTranslations,
      language: 'de',
    });
    expect(
      await screen.findByText(/1 von 90 Rechten fehlen/),
    ).toBeInTheDocument();
    expect(
      screen.getByText(/^Was zu ändern ist: Geben Sie die Rollen/),
    ).toBeVisible();
    expect(screen.getByText('Rechte des Portals')).toBeVisible();
  });

  it('is not asked for by people who may not see it', async () => {
    const portal = open([unused], {}, state => {
      state.me = alice;
    });
    expect(
      await screen.findByText('The platform pages are for operators'),
    ).toBeVisible();
    expect(portal.callsOf('GET /platform')).toEqual([]);
  });

  it('says why it cannot be shown', async () => {
    open([], {}, portal =>
      portal.fail('GET /platform/set-up', {
        status: 403,
        message: 'You may not see the platform pages.',
      }),
    );
    expect(
      await screen.findByText('You may not see the platform pages.'),
    ).toBeVisible();
  });
});
