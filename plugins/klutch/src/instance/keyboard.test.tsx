/** Dialogs of an instance, used with the keyboard alone: accessible, and the focus returns to where it was. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claim, postgresql } from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';
import { violationsOf } from '../__testUtils__/violationsOf';

const page = `/klutch/instances/apps-dev/team-a/${postgresql}/orders-db`;

function portalWithAll(): FakePortal {
  const portal = new FakePortal();
  portal.claims = [
    claim('instance', 'orders-db'),
    claim('binding', 'app'),
    claim('backup', 'monday', { finishedAt: claim('backup', '').createdAt }),
  ];
  portal.credentials = {
    secretName: 'app-creds',
    fields: [{ key: 'password', value: 's3cret', secret: true }],
  };
  return portal;
}

/** Presses Enter on the button once it can be used. */
async function pressEnter(name: string): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => {
    expect(button).toBeEnabled();
    expect(button).not.toHaveAttribute('aria-disabled', 'true');
  });
  button.focus();
  await userEvent.keyboard('{Enter}');
  return button;
}

const violationsOfDialog = async () =>
  violationsOf(await screen.findByRole('dialog'));

it.each([
  ['connect', 'Reveal credentials of app'],
  ['connect', 'Rotate credentials of app'],
  ['connect', 'Delete binding app'],
  ['backups', 'Restore from monday'],
  ['backups', 'Delete backup monday'],
])('on %s, “%s” opens an accessible dialog', async (tab, name) => {
  renderPortal(portalWithAll(), `${page}/${tab}`);
  const button = await pressEnter(name);
  await expect(violationsOfDialog()).resolves.toEqual([]);
  await userEvent.tab();
  expect(screen.getByRole('dialog')).toContainElement(
    document.activeElement as HTMLElement,
  );

  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
});

it.each(['Change plan…', 'Edit settings…', 'Owner and component…', 'Delete…'])(
  'the menu’s “%s” opens an accessible dialog, and the focus returns to the menu’s button',
  async action => {
    renderPortal(portalWithAll(), page);
    const more = await pressEnter('More actions');
    const item = await screen.findByRole('menuitem', { name: action });
    await waitFor(() =>
      expect(item).not.toHaveAttribute('aria-disabled', 'true'),
    );
    item.focus();
    await userEvent.keyboard('{Enter}');
    await expect(violationsOfDialog()).resolves.toEqual([]);

    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(more).toHaveFocus());
  },
);

it('the focus returns to the button when revealed credentials are closed', async () => {
  renderPortal(portalWithAll(), `${page}/connect`);
  const reveal = await pressEnter('Reveal credentials of app');
  await userEvent.tab();
  expect(screen.getByLabelText('Reason (optional)')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await pressEnter('Close');
  await waitFor(() => expect(reveal).toHaveFocus());
});
