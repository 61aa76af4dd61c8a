/** Buttons for the previous and the next page, with the numbers of the rows that are shown; nothing for a single page. */
import TablePagination from '@material-ui/core/TablePagination';
import { useT } from '../hooks/useT';
import { pageSize } from './pageSize';

export function Pagination(props: {
  /** Rows on all pages. */
  total: number;
  /** The first page is 0. */
  page: number;
  /** Rows of a page; default {@link pageSize}. */
  rowsPerPage?: number;
  onPage: (page: number) => void;
  /** Whether the next page cannot be opened; default: only after the last. */
  isNextDisabled?: boolean;
}) {
  const { total, page, onPage, isNextDisabled } = props;
  const { rowsPerPage = pageSize } = props;
  const t = useT();
  if (total <= rowsPerPage && page === 0) return null;
  return (
    <TablePagination
      component="div"
      count={total}
      // Rows may be deleted while their page is open.
      page={Math.min(page, Math.max(0, Math.ceil(total / rowsPerPage) - 1))}
      rowsPerPage={rowsPerPage}
      rowsPerPageOptions={[]}
      onPageChange={(_, chosen) => onPage(chosen)}
      nextIconButtonProps={
        isNextDisabled === undefined ? undefined : { disabled: isNextDisabled }
      }
      nextIconButtonText={t('shared.pages.next')}
      backIconButtonText={t('shared.pages.previous')}
      labelDisplayedRows={({ from, to, count }) =>
        t('shared.pages.rows', {
          from: String(from),
          to: String(to),
          total: String(count),
        })
      }
    />
  );
}
