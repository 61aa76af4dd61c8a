/**
 * The app's theme, changed for the plugin's pages: buttons keep the case of names, tables have more padding, secondary
 * text and disabled buttons have enough contrast.
 */
import type { BackstageTheme } from '@backstage/theme';
import { ThemeProvider } from '@material-ui/core/styles';
import type { ReactNode } from 'react';
import { disabledColors } from './tones';

function adapt(theme: BackstageTheme): BackstageTheme {
  return {
    ...theme,
    palette: {
      ...theme.palette,
      // Material UI's own secondary colour has too little contrast on the background of Backstage's pages.
      text: { ...theme.palette.text, secondary: theme.palette.textSubtle },
      action: { ...theme.palette.action, ...disabledColors(theme) },
    },
    overrides: {
      ...theme.overrides,
      MuiButton: {
        ...theme.overrides?.MuiButton,
        root: {
          ...theme.overrides?.MuiButton?.root,
          textTransform: 'none',
          [theme.breakpoints.up('sm')]: { whiteSpace: 'nowrap' },
        },
      },
      MuiTab: {
        ...theme.overrides?.MuiTab,
        root: {
          ...theme.overrides?.MuiTab?.root,
          textTransform: 'none',
          letterSpacing: 'normal',
        },
      },
      MuiTableCell: {
        ...theme.overrides?.MuiTableCell,
        root: {
          ...theme.overrides?.MuiTableCell?.root,
          lineHeight: 1.43,
          padding: theme.spacing(1.5, 1.5),
          wordBreak: 'normal',
          overflowWrap: 'break-word',
        },
        sizeSmall: { padding: theme.spacing(1, 1.5) },
        head: {
          ...theme.overrides?.MuiTableCell?.head,
          lineHeight: 1.43,
          whiteSpace: 'nowrap',
        },
      },
    },
  };
}

export function KlutchTheme(props: { children: ReactNode }) {
  return <ThemeProvider theme={adapt}>{props.children}</ThemeProvider>;
}
