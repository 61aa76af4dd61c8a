/** Filters of the list of instances. */
import type { AppCluster, ClaimFacets, ClaimState } from '../api/types';
import { useServices } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { ListFilters } from '../shared/ListFilters';
import { ownerName } from '../shared/ownerName';
import {
  choiceFilters,
  type ChoiceFilter,
  type InstanceFilter,
} from './instanceList';

export function InstanceFilters(props: {
  /** Values to choose from, with the number of instances. */
  facets: ClaimFacets;
  clusters: AppCluster[];
  filter: InstanceFilter;
  onChange: (change: Partial<InstanceFilter>) => void;
}) {
  const { facets, filter, onChange } = props;
  const t = useT();
  const services = useServices();
  const titles: Record<ChoiceFilter, (value: string) => string> = {
    cluster: value =>
      props.clusters.find(({ id }) => id === value)?.title ?? value,
    namespace: value => value,
    service: value =>
      services.data?.items.find(({ resource }) => resource === value)?.title ??
      value,
    state: value => t(`shared.state.${value as ClaimState}`),
    owner: ownerName,
  };
  const optionsOf = (key: ChoiceFilter) => {
    const options = facets[key === 'service' ? 'resource' : key].map(
      ({ value, title, count }) => ({
        value,
        title: `${title ?? titles[key](value)} (${count})`,
      }),
    );
    const chosen = filter[key];
    // Keeps a value from the URL selectable when no instance has the value.
    return chosen && !options.some(({ value }) => value === chosen)
      ? [{ value: chosen, title: titles[key](chosen) }, ...options]
      : options;
  };
  return (
    <ListFilters
      id="klutch-instances"
      searchLabel={t('instances.search')}
      filter={filter}
      choices={choiceFilters.map(name => ({
        name,
        label: t(`instances.${name}`),
        options: optionsOf(name),
      }))}
      onChange={onChange}
    />
  );
}
