/** Page buttons below a list that has more than one page. */
import { Pagination } from '../../shared/Pagination';
import { pageSize, type ListParams } from './useListParams';

export function ListPages(props: {
  list: Pick<ListParams, 'goTo' | 'page'>;
  /** Rows on all pages. */
  total: number;
}) {
  const { list, total } = props;
  if (total <= pageSize && list.page === 0) return null;
  return (
    <Pagination
      total={total}
      // Rows may be deleted while their page is open.
      page={Math.min(list.page, Math.max(0, Math.ceil(total / pageSize) - 1))}
      pageSize={pageSize}
      onPage={list.goTo}
    />
  );
}
