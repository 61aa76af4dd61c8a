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

/** By its text or label: a query by role looks at all elements. */
async function findButton(name: string): Promise<HTMLElement> {
  const [found] = await waitFor(() => {
    const labelled = screen.queryAllByLabelText(name);
    const all = labelled.length > 0 ? labelled : screen.getAllByText(name);
    const buttons = all.flatMap(one => one.closest('button') ?? []);
    expect(buttons).not.toEqual([]);
    return buttons;
  });
  return found as HTMLElement;
}

/** Presses Enter on the button once it can be used. */
async function pressEnter(name: string): Promise<HTMLElement> {
  const button = await findButton(name);
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

/** Opens the dialog, looks at it, and closes it with the Escape key. */
async function openAndClose(name: string): Promise<HTMLElement> {
  const button = await pressEnter(name);
  await expect(violationsOfDialog()).resolves.toEqual([]);
  await userEvent.tab();
  expect(screen.getByRole('dialog')).toContainElement(
    document.activeElement as HTMLElement,
  );

  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
  return button;
}

it('service bindings open accessible dialogs, and the focus returns to their buttons', async () => {
  renderPortal(portalWithAll(), `${page}/connect`);
  await openAndClose('Reveal credentials of app');
  await openAndClose('Rotate credentials of app');
  await openAndClose('Delete binding app');

  const reveal = await pressEnter('Reveal credentials of app');
  await userEvent.tab();
  expect(screen.getByLabelText('Reason (optional)')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await pressEnter('Close');
  await waitFor(() => expect(reveal).toHaveFocus());
});

it('backups open accessible dialogs, and the focus returns to their buttons', async () => {
  renderPortal(portalWithAll(), `${page}/backups`);
  await openAndClose('Restore from monday');
  expect(await openAndClose('Delete backup monday')).toHaveFocus();
});

it('the menu opens accessible dialogs, and the focus returns to its button', async () => {
  renderPortal(portalWithAll(), page);
  for (const action of [
    'Change plan…',
    'Edit settings…',
    'Owner and component…',
    'Delete…',
  ]) {
    const more = await pressEnter('More actions');
    const item = (await screen.findByText(action)).closest('li');
    await waitFor(() =>
      expect(item).not.toHaveAttribute('aria-disabled', 'true'),
    );
    item?.focus();
    await userEvent.keyboard('{Enter}');
    await expect(violationsOfDialog()).resolves.toEqual([]);

    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(more).toHaveFocus());
    await waitFor(() =>
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument(),
    );
  }
});
