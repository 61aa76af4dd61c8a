/** Search box and one choice above a list. */
import { useT } from '../../hooks/useT';
import { ListFilters as Filters } from '../../shared/ListFilters';
import type { ListParams } from './useListParams';

export function ListFilters(props: {
  /** Prefix of the ids of the fields. */
  id: string;
  list: ListParams;
  choice: {
    name: string;
    label: string;
    options: { value: string; title: string }[];
  };
}) {
  const { choice, id, list } = props;
  const t = useT();
  return (
    <Filters
      id={id}
      searchLabel={t('appClusters.list.search')}
      filter={list.filter}
      choices={[choice]}
      onChange={list.change}
    />
  );
}
