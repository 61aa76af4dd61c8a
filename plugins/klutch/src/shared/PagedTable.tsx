/** A table of rows that the browser has, which shows 25 of them at a time. */
import { useState } from 'react';
import { DataTable, type TableProps } from './DataTable';
import { Pagination } from './Pagination';

const pageSize = 25;

export function PagedTable<Row, Id extends string>(props: TableProps<Row, Id>) {
  const { rows } = props;
  const [chosenPage, setPage] = useState(0);
  const lastPage = Math.max(0, Math.ceil(rows.length / pageSize) - 1);
  // Rows may be deleted while their page is open.
  const page = Math.min(chosenPage, lastPage);
  return (
    <>
      <DataTable
        {...props}
        rows={rows.slice(page * pageSize, (page + 1) * pageSize)}
      />
      {rows.length > pageSize && (
        <Pagination
          total={rows.length}
          page={page}
          pageSize={pageSize}
          onPage={setPage}
        />
      )}
    </>
  );
}
