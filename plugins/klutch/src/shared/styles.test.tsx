import { renderInTestApp } from '@backstage/frontend-test-utils';
import { darkTheme, lightTheme } from '@backstage/theme';
import Button from '@material-ui/core/Button';
import TextField from '@material-ui/core/TextField';
import { getContrastRatio, ThemeProvider } from '@material-ui/core/styles';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { claim, claimDetail } from '../__testUtils__/fixtures';
import { ProgressStepper } from '../instance/ProgressStepper';
import { CodeBlock } from './CodeBlock';
import { DisabledReason } from './DisabledReason';
import { DataTable } from './DataTable';
import { Disclosure } from './Disclosure';
import { KlutchTheme } from './KlutchTheme';
import { Skeleton } from './Skeleton';
import { StateLabel } from './StateLabel';

// The other tests are without style sheets, see setupTests.ts.
jest.unmock('is-in-browser');

it.each([
  ['light', lightTheme],
  ['dark', darkTheme],
])('disabled buttons are readable in the %s theme', async (_name, theme) => {
  renderInTestApp(
    <ThemeProvider theme={theme}>
      <KlutchTheme>
        <Button variant="contained" disabled>
          Create
        </Button>
        <DisabledReason reason="You may not.">
          <Button variant="contained" color="primary" disabled>
            Order
          </Button>
        </DisabledReason>
      </KlutchTheme>
    </ThemeProvider>,
  );
  await screen.findByRole('button', { name: 'Create' });
  for (const button of screen.getAllByRole('button')) {
    const { color, backgroundColor } = getComputedStyle(button);
    expect(getContrastRatio(color, backgroundColor)).toBeGreaterThan(4.5);
  }
});

it('a button keeps the focus when a reason comes and goes', async () => {
  const button = (reason: string | undefined) => (
    <DisabledReason reason={reason}>
      <Button>Order</Button>
    </DisabledReason>
  );
  const { rerender } = render(button(undefined));
  const order = screen.getByText('Order').closest('button');
  order?.focus();
  rerender(button('You may not.'));
  expect(order).toHaveFocus();
  expect(order).toHaveAttribute('aria-disabled', 'true');
  rerender(button(undefined));
  expect(order).toHaveFocus();
  expect(order).not.toHaveAttribute('aria-disabled');
});

it('nothing of the plugin moves for people who asked for less motion', async () => {
  const creating = claim('instance', 'orders-db', { state: 'Creating' });
  renderInTestApp(
    <KlutchTheme>
      <Skeleton label="orders" />
      <StateLabel claim={creating} />
      <ProgressStepper hops={claimDetail(creating).hops} />
    </KlutchTheme>,
  );
  await screen.findByText('Request');

  const rules = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]);
  const moving = rules.filter(
    (rule): rule is CSSStyleRule =>
      rule instanceof CSSStyleRule &&
      rule.selectorText.startsWith('.makeStyles-') &&
      rule.style.animation !== '',
  );
  const still = rules
    .filter(
      (rule): rule is CSSMediaRule =>
        rule instanceof CSSMediaRule &&
        rule.conditionText === '(prefers-reduced-motion: reduce)',
    )
    .flatMap(({ cssRules }) => [...cssRules])
    .filter(
      (rule): rule is CSSStyleRule =>
        rule instanceof CSSStyleRule && rule.style.animation === 'none',
    );
  expect(moving).toHaveLength(4);
  expect(moving.map(rule => rule.selectorText)).toEqual(
    still.map(rule => rule.selectorText),
  );
});

it('a disclosure has an icon that turns, in place of the triangle of the browser', async () => {
  renderInTestApp(<Disclosure title="Details">All of it</Disclosure>);
  const summary = await screen.findByText('Details');
  const icon = summary.querySelector('svg')!;

  expect(icon).not.toHaveStyle({ transform: 'rotate(90deg)' });
  await userEvent.click(summary);
  expect(screen.getByText('All of it')).toBeVisible();
  expect(icon).toHaveStyle({ transform: 'rotate(90deg)' });
});

it('a text is as high as it needs to be, except in a dialog', async () => {
  renderInTestApp(
    <>
      <CodeBlock label="On the page" text="kind: Order" />
      <div role="dialog">
        <CodeBlock label="In the dialog" text="kind: Order" />
      </div>
    </>,
  );
  expect(await screen.findByLabelText('On the page')).not.toHaveStyle({
    maxHeight: '420px',
  });
  expect(screen.getByLabelText('In the dialog')).toHaveStyle({
    maxHeight: '420px',
  });
});

it('inputs without a variant are outlined, unless the theme has another one', async () => {
  const filled = {
    ...lightTheme,
    props: { MuiTextField: { variant: 'filled' as const } },
  };
  render(
    <>
      {[lightTheme, filled].map((theme, index) => (
        <ThemeProvider key={index} theme={theme}>
          <KlutchTheme>
            <TextField id={`field-${index}`} label={`Field ${index}`} />
          </KlutchTheme>
        </ThemeProvider>
      ))}
    </>,
  );
  const classOf = (label: string) =>
    screen.getByLabelText(label).parentElement?.className;
  expect(classOf('Field 0')).toContain('MuiOutlinedInput');
  expect(classOf('Field 1')).toContain('MuiFilledInput');
});

it('selected rows look the same, odd and even', async () => {
  renderInTestApp(
    <ThemeProvider theme={lightTheme}>
      <KlutchTheme>
        <DataTable
          label="Names"
          columns={[{ id: 'name', title: 'Name', render: name => name }]}
          rows={['a', 'b', 'c']}
          keyOf={name => name}
          selection={{
            keys: new Set(['a', 'b']),
            onChange: () => {},
            allLabel: 'Select all',
            labelOf: name => `Select ${name}`,
          }}
        />
      </KlutchTheme>
    </ThemeProvider>,
  );
  const backgroundColor = lightTheme.palette.action.hover;
  for (const name of ['a', 'b']) {
    expect(
      await screen.findByRole('row', { name: new RegExp(`${name}$`) }),
    ).toHaveStyle({ backgroundColor });
  }
  expect(screen.getByRole('row', { name: /c$/ })).not.toHaveStyle({
    backgroundColor,
  });
});
