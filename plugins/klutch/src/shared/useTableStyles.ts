/** Layout of the table of all pages: dense rows; on a narrow screen, cards. Everything else is the theme's. */
import { makeStyles, type Theme } from '@material-ui/core/styles';

/** The titles that sort, on a narrow screen: a line of buttons. */
const sortableHead = (theme: Theme) => ({
  display: 'block',
  '& tr': {
    display: 'flex',
    flexWrap: 'wrap' as const,
    alignItems: 'center',
    padding: theme.spacing(0.5, 1),
  },
  '& tr::before': {
    content: 'attr(data-title)',
    padding: theme.spacing(0.5, 1),
    color: theme.palette.text.secondary,
  },
  '& th': { border: 0, padding: theme.spacing(0.5, 1) },
  // Selects all rows, and sorts nothing.
  '& .MuiTableCell-paddingCheckbox': { order: -1 },
});

export const useTableStyles = makeStyles(theme => ({
  // Backstage's cells have a line height of 1, in which lines of wrapped text overlap, and padding for few rows.
  title: {
    lineHeight: 1.43,
    padding: theme.spacing(1.5),
    whiteSpace: 'nowrap',
  },
  cell: {
    lineHeight: 1.43,
    padding: theme.spacing(1.5),
    wordBreak: 'normal',
    overflowWrap: 'break-word',
  },
  small: { padding: theme.spacing(1, 1.5) },
  noWrap: { whiteSpace: 'nowrap' },
  busy: { opacity: 0.6 },
  // Backstage colours the odd rows, also the selected ones, and Material UI the other selected rows.
  selected: {
    // Secondary texts and links have too little contrast on `action.selected`; the checkbox marks the row, too.
    '&&, &&:hover': { backgroundColor: theme.palette.action.hover },
  },
  muted: { '& td, & th': { color: theme.palette.text.secondary } },
  // Tables do not fit on phones, and what is off the screen is not found.
  [theme.breakpoints.down('xs')]: {
    table: { display: 'block' },
    head: {
      position: 'absolute',
      width: 1,
      height: 1,
      overflow: 'hidden',
      clip: 'rect(0 0 0 0)',
    },
    sortableHead: sortableHead(theme),
    body: { display: 'block' },
    row: {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      alignItems: 'center',
      padding: theme.spacing(1.5, 2),
      borderBottom: `1px solid ${theme.palette.divider}`,
      '&:last-child': { borderBottom: 0 },
    },
    cell: {
      display: 'flex',
      gridColumn: '1 / -1',
      // A narrow page shows each cell as a line with its title, also cells of columns that are aligned to the right.
      flexDirection: 'row',
      justifyContent: 'space-between',
      gap: theme.spacing(2),
      '&, &:last-child': { padding: theme.spacing(0.5, 0) },
      border: 0,
      textAlign: 'left',
      overflowWrap: 'anywhere',
      '&::before': {
        content: 'attr(data-title)',
        // Long titles leave room for the value, and words are not broken but at syllables.
        flexShrink: 0,
        maxWidth: '40%',
        overflowWrap: 'normal',
        hyphens: 'auto',
        color: theme.palette.text.secondary,
        fontWeight: theme.typography.fontWeightRegular,
      },
    },
    // Beside the first value.
    checkbox: {
      display: 'block',
      marginLeft: theme.spacing(-1),
      padding: 0,
      border: 0,
      '&& + *': { gridColumn: 2, alignItems: 'center' },
    },
    value: { textAlign: 'right', minWidth: 0 },
    noWrap: { whiteSpace: 'normal' },
  },
}));
