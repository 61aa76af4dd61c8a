/** A table of rows that the browser has, which shows one page of them at a time. */
import Typography from '@material-ui/core/Typography';
import { useState } from 'react';
import { useT } from '../hooks/useT';
import { DataTable, type TableProps } from './DataTable';
import { pageSize } from './pageSize';
import { Pagination } from './Pagination';

export function PagedTable<Row, Id extends string>(
  props: TableProps<Row, Id> & {
    /** Number of all rows, of which the browser has the newest; default: it has all. */
    total?: number;
  },
) {
  const { rows, total = rows.length } = props;
  const t = useT();
  const [chosenPage, setPage] = useState(0);
  const lastPage = Math.max(0, Math.ceil(rows.length / pageSize) - 1);
  // Rows may be deleted while their page is open.
  const page = Math.min(chosenPage, lastPage);
  return (
    <>
      {total > rows.length && (
        <Typography variant="body2" color="textSecondary" role="status">
          {t('shared.pages.newest', {
            n: String(rows.length),
            total: String(total),
          })}
        </Typography>
      )}
      <DataTable
        {...props}
        rows={rows.slice(page * pageSize, (page + 1) * pageSize)}
      />
      <Pagination total={rows.length} page={page} onPage={setPage} />
    </>
  );
}
