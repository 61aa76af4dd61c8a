/** Field `KlutchInstance` of a template: an instance that the person may see; the backend searches. */
import { ScaffolderField } from '@backstage/plugin-scaffolder-react/alpha';
import {
  parseClaimRef,
  stringifyClaimRef,
  type ClaimRef,
} from '@klutch/backstage-plugin-klutch-common';
import Button from '@material-ui/core/Button';
import ListItemText from '@material-ui/core/ListItemText';
import TextField from '@material-ui/core/TextField';
import Autocomplete from '@material-ui/lab/Autocomplete';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Claim } from '../api/types';
import { useAppClusterTitle } from '../hooks/useAppClusterTitle';
import { useLinks } from '../hooks/useLinks';
import { useClaims } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { EmptyState } from '../shared/EmptyState';
import { IncompleteNotice } from '../shared/IncompleteNotice';
import { QueryState } from '../shared/QueryState';
import { descriptionOf } from './descriptionOf';
import type { InstanceFieldProps } from './fields';

/** Instances in the list at once; the search finds the others. */
const LIMIT = 50;

/** A listed instance, or the chosen one, of which no more may be known than its reference. */
type Option = ClaimRef &
  Partial<Pick<Claim, 'serviceTitle' | 'versionTitle' | 'kind'>>;

function NoInstances({ resource }: { resource: string | undefined }) {
  const t = useT();
  const links = useLinks();
  return (
    <EmptyState
      action={
        // In another tab, because the form would be lost in this one.
        <Button
          variant="outlined"
          component={Link}
          to={resource ? links.create(resource) : links.services()}
          target="_blank"
          rel="noopener"
        >
          {t('scaffolder.instance.create')}
        </Button>
      }
    >
      {t('scaffolder.instance.empty')}
    </EmptyState>
  );
}

function InstanceChoice(props: {
  field: InstanceFieldProps;
  items: Option[];
  /** Matching instances that are not in the list. */
  more: number;
  onSearch: (text: string) => void;
}) {
  const { field, items, more, onSearch } = props;
  const { formData, schema, required, rawErrors, disabled, readonly } = field;
  const t = useT();
  const clusterTitle = useAppClusterTitle();
  const chosen = parseClaimRef(formData ?? '') ?? null;
  const isSame = (a: Option, b: Option) =>
    stringifyClaimRef(a) === stringifyClaimRef(b);
  const isListed = (option: Option) => items.some(item => isSame(item, option));
  const where = ({ namespace, cluster }: Option) =>
    t('instance.head.where', { namespace, cluster: clusterTitle(cluster) });
  return (
    <Autocomplete<Option>
      id={field.idSchema.$id}
      disabled={disabled || readonly}
      value={chosen}
      options={chosen && !isListed(chosen) ? [...items, chosen] : items}
      // The backend has searched already.
      filterOptions={options => options.filter(isListed)}
      getOptionSelected={isSame}
      getOptionLabel={option => `${option.name}, ${where(option)}`}
      renderOption={option => (
        <ListItemText
          primary={option.name}
          secondary={[
            option.versionTitle ?? option.serviceTitle ?? option.kind,
            where(option),
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      )}
      onChange={(_, option) =>
        field.onChange(option ? stringifyClaimRef(option) : undefined)
      }
      onInputChange={(_, text, reason) =>
        onSearch(reason === 'input' ? text : '')
      }
      noOptionsText={t('scaffolder.instance.noMatch')}
      openText={t('scaffolder.instance.open')}
      closeText={t('shared.close')}
      clearText={t('scaffolder.instance.clear')}
      renderInput={params => (
        <TextField
          {...params}
          label={schema.title ?? t('scaffolder.instance.title')}
          required={required}
          error={rawErrors.length > 0}
          helperText={
            more > 0 && t('scaffolder.instance.more', { count: more })
          }
        />
      )}
    />
  );
}

export function KlutchInstance(props: InstanceFieldProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const resource = props.uiSchema['ui:options']?.resource;
  const claims = useClaims(
    {
      type: 'instance',
      ...(resource && { resource }),
      ...(search && { search }),
      sort: 'name',
      limit: LIMIT,
    },
    { keepPrevious: true },
  );
  return (
    <ScaffolderField
      rawDescription={descriptionOf(props)}
      rawErrors={props.rawErrors}
      required={props.required}
    >
      <QueryState query={claims} label={t('instances.what')}>
        {({ items, total, complete = true }) => (
          <>
            <IncompleteNotice complete={complete} />
            {total === 0 && !search && complete && !props.formData ? (
              <NoInstances resource={resource} />
            ) : (
              <InstanceChoice
                field={props}
                items={items}
                more={total - items.length}
                onSearch={setSearch}
              />
            )}
          </>
        )}
      </QueryState>
    </ScaffolderField>
  );
}
