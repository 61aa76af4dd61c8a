import { renderInTestApp } from '@backstage/frontend-test-utils';
import TextField from '@material-ui/core/TextField';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from './Dialog';
import { KlutchTheme } from './KlutchTheme';

async function openDialog({
  isChanged = false,
  busy = false,
  canStop = false,
} = {}) {
  const onClose = jest.fn();
  renderInTestApp(
    <KlutchTheme>
      <Dialog
        title="New"
        action="Create"
        isChanged={isChanged}
        busy={busy}
        canStop={canStop}
        onAction={() => {}}
        onClose={onClose}
      >
        <TextField id="name" label="Name" />
      </Dialog>
    </KlutchTheme>,
  );
  const field = await screen.findByLabelText('Name');
  const clickBeside = () =>
    userEvent.click(screen.getByRole('dialog').parentElement!);
  return { field, onClose, clickBeside };
}

it('closes on Escape, and not on a click beside it, which would lose what was entered', async () => {
  const { field, onClose, clickBeside } = await openDialog();

  await userEvent.type(field, 'orders');
  await clickBeside();
  expect(onClose).not.toHaveBeenCalled();
  expect(field).toHaveValue('orders');

  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('stays open while its action is under way, unless closing ends that', async () => {
  const { onClose } = await openDialog({ busy: true });
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
});

it('can be closed while an action of several steps is under way', async () => {
  const { onClose } = await openDialog({ busy: true, canStop: true });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('asks before changes are lost, on Escape and on Cancel, and keeps them when the answer is to keep editing', async () => {
  const { field, onClose } = await openDialog({ isChanged: true });
  await userEvent.type(field, 'orders{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  const keep = await screen.findByRole('button', { name: 'Keep editing' });
  expect(keep).toHaveFocus();
  await userEvent.click(keep);
  expect(screen.queryByText('Your changes are not saved.')).toBeNull();
  expect(field).toHaveValue('orders');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(
    screen.getByRole('button', { name: 'Discard changes' }),
  );
  expect(onClose).toHaveBeenCalledTimes(1);
});
