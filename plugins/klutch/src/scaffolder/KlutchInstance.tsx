/** Field `KlutchInstance` of a template: an instance that the person may see; the backend searches. */
import { ScaffolderField } from '@backstage/plugin-scaffolder-react/alpha';
import {
  parseClaimRef,
  stringifyClaimRef,
  type ClaimRef,
} from '@klutch/backstage-plugin-klutch-common';
import Button from '@material-ui/core/Button';
import ListItemText from '@material-ui/core/ListItemText';
import { Link } from 'react-router-dom';
import type { Claim } from '../api/types';
import { useAppClusterTitle } from '../hooks/useAppClusterTitle';
import { useInstanceSearch } from '../hooks/useInstanceSearch';
import { useLinks } from '../hooks/useLinks';
import { useT } from '../hooks/useT';
import { EmptyState } from '../shared/EmptyState';
import { IncompleteNotice } from '../shared/IncompleteNotice';
import { InstanceAutocomplete } from '../shared/InstanceAutocomplete';
import { QueryState } from '../shared/QueryState';
import { descriptionOf } from './descriptionOf';
import type { InstanceFieldProps } from './fields';

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
  const where = ({ namespace, cluster }: Option) =>
    t('instance.head.where', { namespace, cluster: clusterTitle(cluster) });
  return (
    <InstanceAutocomplete<Option>
      id={field.idSchema.$id}
      field={{
        label: schema.title ?? t('scaffolder.instance.title'),
        required,
        error: rawErrors.length > 0,
      }}
      disabled={disabled || readonly}
      value={parseClaimRef(formData ?? '') ?? null}
      found={items}
      more={more}
      keyOf={stringifyClaimRef}
      labelOf={option => `${option.name}, ${where(option)}`}
      render={option => (
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
      onChange={option =>
        field.onChange(option ? stringifyClaimRef(option) : undefined)
      }
      onSearch={onSearch}
    />
  );
}

export function KlutchInstance(props: InstanceFieldProps) {
  const t = useT();
  const resource = props.uiSchema['ui:options']?.resource;
  const { instances, search, setSearch } = useInstanceSearch(
    resource ? { resource } : {},
  );
  return (
    <ScaffolderField
      rawDescription={descriptionOf(props)}
      rawErrors={props.rawErrors}
      required={props.required}
    >
      <QueryState query={instances} label={t('instances.what')}>
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
