import { renderInTestApp } from '@backstage/frontend-test-utils';
import TextField from '@material-ui/core/TextField';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from './Dialog';
import { KlutchTheme } from './KlutchTheme';

async function openDialog(options: { destructive?: boolean } = {}) {
  const onClose = jest.fn();
  renderInTestApp(
    <KlutchTheme>
      <Dialog
        title="New"
        action="Create"
        onAction={() => {}}
        onClose={onClose}
        destructive={options.destructive}
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

it('closes on Escape and on a click beside it', async () => {
  const { onClose, clickBeside } = await openDialog();

  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await clickBeside();
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('keeps what was entered until somebody cancels', async () => {
  const { field, onClose, clickBeside } = await openDialog();

  await userEvent.type(field, 'orders{Escape}');
  await clickBeside();
  expect(onClose).not.toHaveBeenCalled();
  expect(field).toHaveValue('orders');

  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('closes on Escape while a name is typed to confirm', async () => {
  const { field, onClose } = await openDialog({ destructive: true });

  await userEvent.type(field, 'orders{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});
