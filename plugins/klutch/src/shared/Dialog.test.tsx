import { renderInTestApp } from '@backstage/frontend-test-utils';
import TextField from '@material-ui/core/TextField';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from './Dialog';
import { KlutchTheme } from './KlutchTheme';

async function openDialog() {
  const onClose = jest.fn();
  renderInTestApp(
    <KlutchTheme>
      <Dialog title="New" action="Create" onAction={() => {}} onClose={onClose}>
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
