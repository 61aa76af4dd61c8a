import { renderInTestApp } from '@backstage/frontend-test-utils';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CopyButton } from './CopyButton';

const user = userEvent.setup();

function setClipboard(clipboard: Pick<Clipboard, 'writeText'> | undefined) {
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: clipboard,
  });
}

const render = () =>
  renderInTestApp(
    <CopyButton label="password" text="s3cret" variant="button" />,
  );
const copyButton = () => screen.findByRole('button', { name: 'Copy password' });

describe('CopyButton', () => {
  it('copies with the Clipboard API and confirms', async () => {
    const writeText = jest.fn(async () => {});
    setClipboard({ writeText });
    render();

    await user.click(await copyButton());

    expect(writeText).toHaveBeenCalledWith('s3cret');
    expect(await screen.findByText('Copied')).toBeVisible();
  });

  it('copies a selection without the Clipboard API', async () => {
    setClipboard(undefined);
    let copied: string | undefined;
    document.execCommand = jest.fn(() => {
      copied = document.getSelection()?.toString();
      return true;
    });
    render();

    await user.click(await copyButton());

    expect(await screen.findByText('Copied')).toBeVisible();
    expect(copied).toBe('s3cret');
    expect(document.body).not.toHaveTextContent('s3cret');
  });

  it('shows a message when the browser refuses to copy', async () => {
    setClipboard({ writeText: () => Promise.reject(new Error('denied')) });
    document.execCommand = jest.fn(() => false);
    render();

    await user.click(await copyButton());

    expect(
      await screen.findByText('Not copied. Select the text and copy it.'),
    ).toBeVisible();
  });
});
