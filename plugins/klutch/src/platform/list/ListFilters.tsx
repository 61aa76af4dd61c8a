/** Search box and choices above a list. */
import { useT } from '../../hooks/useT';
import { ListFilters as Filters, type Choice } from '../../shared/ListFilters';
import type { ListParams } from './useListParams';

export function ListFilters(props: {
  /** Prefix of the ids of the fields. */
  id: string;
  list: ListParams;
  choices: Choice[];
}) {
  const { choices, id, list } = props;
  const t = useT();
  return (
    <Filters
      id={id}
      searchLabel={t('appClusters.list.search')}
      filter={list.filter}
      choices={choices}
      onChange={list.change}
    />
  );
}
