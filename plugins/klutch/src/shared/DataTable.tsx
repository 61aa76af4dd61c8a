/** The table of all pages; on a narrow screen each row becomes a card with the columns' titles beside the values. */
import Checkbox from '@material-ui/core/Checkbox';
import MuiTable from '@material-ui/core/Table';
import TableBody from '@material-ui/core/TableBody';
import TableCell from '@material-ui/core/TableCell';
import TableContainer from '@material-ui/core/TableContainer';
import TableHead from '@material-ui/core/TableHead';
import TableRow from '@material-ui/core/TableRow';
import TableSortLabel from '@material-ui/core/TableSortLabel';
import { memo, useCallback, type ReactNode } from 'react';
import { useT } from '../hooks/useT';
import { useTableStyles } from './useTableStyles';

/** A column of a {@link DataTable}; a row is rendered again when the array of columns is another one. */
export interface Column<Row, Id extends string = string> {
  id: Id;
  title: string;
  render: (row: Row) => ReactNode;
  align?: 'right';
  /** Keeps short values in one line. */
  noWrap?: boolean;
}

/** Rows that are chosen, by key. */
export interface Selection<Row> {
  keys: ReadonlySet<string>;
  onChange: (keys: ReadonlySet<string>) => void;
  /** Labels of the checkboxes. */
  allLabel: string;
  labelOf: (row: Row) => string;
}

function toggled(keys: ReadonlySet<string>, key: string): Set<string> {
  const others = new Set(keys);
  if (!others.delete(key)) others.add(key);
  return others;
}

/** Chooses all rows of the page, or none. */
function SelectAll<Row>(props: { selection: Selection<Row>; keys: string[] }) {
  const { selection, keys } = props;
  const chosen = keys.filter(key => selection.keys.has(key)).length;
  return (
    <TableCell role="columnheader" padding="checkbox">
      <Checkbox
        color="primary"
        checked={chosen > 0 && chosen === keys.length}
        indeterminate={chosen > 0 && chosen < keys.length}
        onChange={() =>
          selection.onChange(new Set(chosen === keys.length ? [] : keys))
        }
        inputProps={{ 'aria-label': selection.allLabel }}
      />
    </TableCell>
  );
}

/** Properties of a {@link DataTable}. */
export interface TableProps<Row, Id extends string> {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<Row, Id>[];
  /** The column that names a row; default: the first. */
  rowHeader?: Id;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  size?: 'small';
  /** The row that is chosen, where only one can be. */
  isChosen?: (row: Row) => boolean;
  /** Rows whose values are out of date. */
  isMuted?: (row: Row) => boolean;
  /** Other rows are being loaded. */
  isBusy?: boolean;
  /** Makes the titles of the columns buttons. */
  order?: { column: Id; isReversed: boolean; onSort: (column: Id) => void };
  /** Adds a checkbox to each row. */
  selection?: Selection<Row>;
}

function TitleRow<Row, Id extends string>(props: TableProps<Row, Id>) {
  const { columns, order, selection, size } = props;
  const classes = useTableStyles();
  const t = useT();
  const direction = order?.isReversed ? 'desc' : 'asc';
  return (
    <TableRow role="row" data-title={order && t('shared.sortBy')}>
      {selection && (
        <SelectAll selection={selection} keys={props.rows.map(props.keyOf)} />
      )}
      {columns.map(({ id, title, align }) => (
        <TableCell
          key={id}
          role="columnheader"
          align={align}
          className={`${classes.title} ${size ? classes.small : ''}`}
          sortDirection={order?.column === id && direction}
        >
          {order ? (
            <TableSortLabel
              active={order.column === id}
              direction={order.column === id ? direction : 'asc'}
              onClick={() => order.onSort(id)}
            >
              {title}
            </TableSortLabel>
          ) : (
            title
          )}
        </TableCell>
      ))}
    </TableRow>
  );
}

/** Chooses one row. */
function SelectRow(props: {
  label: string;
  checked: boolean;
  onChange: () => void;
}) {
  const classes = useTableStyles();
  return (
    <TableCell role="cell" padding="checkbox" className={classes.checkbox}>
      <Checkbox
        color="primary"
        checked={props.checked}
        onChange={props.onChange}
        inputProps={{ 'aria-label': props.label }}
      />
    </TableCell>
  );
}

interface RowProps<Row, Id extends string> extends Pick<
  TableProps<Row, Id>,
  'columns' | 'rowHeader' | 'size'
> {
  row: Row;
  rowKey: string;
  isMuted: boolean;
  isSelected: boolean;
  /** Absent where no rows can be selected. */
  selectLabel: string | undefined;
  onToggle: (key: string) => void;
}

function DataRow<Row, Id extends string>(props: RowProps<Row, Id>) {
  const { columns, isSelected, onToggle, row, rowKey, selectLabel } = props;
  const { rowHeader = columns[0]?.id } = props;
  const classes = useTableStyles();
  const cell = `${classes.cell} ${props.size ? classes.small : ''}`;
  return (
    <TableRow
      role="row"
      hover
      selected={isSelected}
      className={`${classes.row} ${props.isMuted ? classes.muted : ''} ${isSelected ? classes.selected : ''}`}
    >
      {selectLabel !== undefined && (
        <SelectRow
          label={selectLabel}
          checked={isSelected}
          onChange={() => onToggle(rowKey)}
        />
      )}
      {columns.map(({ id, title, align, noWrap, render }) => (
        <TableCell
          key={id}
          {...(id === rowHeader
            ? { component: 'th', scope: 'row', role: 'rowheader' }
            : { role: 'cell' })}
          align={align}
          data-title={title}
          className={`${cell} ${noWrap ? classes.noWrap : ''}`}
        >
          <div className={classes.value}>{render(row)}</div>
        </TableCell>
      ))}
    </TableRow>
  );
}

/** Rendering a page of rows takes longer than all else between a key that is pressed and its letter on the screen. */
const UnchangedRow = memo(DataRow) as typeof DataRow;

export function DataTable<Row, Id extends string>(props: TableProps<Row, Id>) {
  const { isChosen, isMuted, keyOf, selection } = props;
  const { keys, onChange } = selection ?? {};
  const classes = useTableStyles();
  const toggle = useCallback(
    (key: string) => onChange?.(toggled(keys ?? new Set(), key)),
    [keys, onChange],
  );
  // Cards are no table for browsers, so the roles are given.
  return (
    <TableContainer>
      <MuiTable
        role="table"
        size={props.size}
        aria-label={props.label}
        aria-busy={props.isBusy}
        className={`${classes.table} ${props.isBusy ? classes.busy : ''}`}
      >
        <TableHead
          role="rowgroup"
          className={props.order ? classes.sortableHead : classes.head}
        >
          <TitleRow {...props} />
        </TableHead>
        <TableBody role="rowgroup" className={classes.body}>
          {props.rows.map(row => {
            const key = keyOf(row);
            return (
              <UnchangedRow
                key={key}
                rowKey={key}
                row={row}
                columns={props.columns}
                rowHeader={props.rowHeader}
                size={props.size}
                isMuted={isMuted?.(row) ?? false}
                isSelected={isChosen?.(row) ?? keys?.has(key) ?? false}
                selectLabel={selection?.labelOf(row)}
                onToggle={toggle}
              />
            );
          })}
        </TableBody>
      </MuiTable>
    </TableContainer>
  );
}
