/**
 * The app's theme with what the plugin's pages need and the theme leaves open: disabled buttons and secondary text that
 * can be read, buttons that keep the case of names, and outlined inputs. What the theme's `overrides` and `props` say always wins.
 */
import type { BackstageTheme } from '@backstage/theme';
import { ThemeProvider } from '@material-ui/core/styles';
import type { ReactNode } from 'react';
import { disabledColors, secondaryTextColor } from './tones';

function adapt(theme: BackstageTheme): BackstageTheme {
  const { palette, typography, overrides, props } = theme;
  return {
    ...theme,
    palette: {
      ...palette,
      text: { ...palette.text, secondary: secondaryTextColor(theme) },
      action: { ...palette.action, ...disabledColors(theme) },
    },
    // Those of the form library have no variant of their own.
    props: {
      ...props,
      MuiTextField: { variant: 'outlined', ...props?.MuiTextField },
    },
    overrides: {
      ...overrides,
      MuiButton: {
        ...overrides?.MuiButton,
        root: {
          // Material UI's default; a theme that wants capitals says so in its overrides.
          ...(typography.button.textTransform === 'uppercase' && {
            textTransform: 'none',
          }),
          whiteSpace: 'nowrap',
          [theme.breakpoints.down('xs')]: { whiteSpace: 'normal' },
          ...overrides?.MuiButton?.root,
        },
      },
    },
  };
}

export function KlutchTheme(props: { children: ReactNode }) {
  return <ThemeProvider theme={adapt}>{props.children}</ThemeProvider>;
}
