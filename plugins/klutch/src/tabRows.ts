/**
 * Styles of the app's tabs (`@backstage/ui`) on narrow screens: tabs that a row has no place for stand in further rows,
 * because these tabs have no buttons to scroll with.
 */
import type { Theme } from '@material-ui/core/styles';

export const tabRows = (theme: Theme) => ({
  [theme.breakpoints.down('sm')]: {
    '& .bui-TabList': {
      flexWrap: 'wrap' as const,
      // The padding of the last tab needs no place.
      marginRight: 'calc(-1 * var(--bui-space-2))',
    },
    '& .bui-Tab': { whiteSpace: 'nowrap' as const },
    // The mark of the active tab is measured before the tabs have found their rows, and does not follow them.
    '& .bui-TabActive': { display: 'none' },
    '& .bui-Tab[data-selected=true]::after': {
      content: '""',
      position: 'absolute' as const,
      left: 'var(--bui-space-2)',
      right: 'var(--bui-space-2)',
      bottom: -1,
      height: 1,
      background: 'var(--bui-fg-primary)',
    },
  },
});
