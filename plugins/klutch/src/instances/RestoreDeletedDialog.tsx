/** Dialog that restores a backup of a deleted instance into another instance of the same service. */
import Button from '@material-ui/core/Button';
import DialogContentText from '@material-ui/core/DialogContentText';
import TextField from '@material-ui/core/TextField';
import Autocomplete from '@material-ui/lab/Autocomplete';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Claim, ClaimKey } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { useClaim, useClaims } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { RestoreInPlace } from '../instance/RestoreInPlace';
import { Dialog } from '../shared/Dialog';
import { FormError } from '../shared/FormError';
import { IncompleteNotice } from '../shared/IncompleteNotice';
import { queryError } from '../shared/QueryState';

/** Instances in the list at once; the search finds the others. */
const LIMIT = 50;

interface DialogProps {
  backup: Claim;
  /** The choice of the instance. */
  intro: ReactNode;
  onClose: () => void;
}

/** While no instance is chosen, or is still being read. */
function WithoutTarget(props: DialogProps & { children?: ReactNode }) {
  const t = useT();
  return (
    <Dialog
      title={t('instances.deleted.restoreTitle', { name: props.backup.name })}
      action={t('instances.deleted.restore')}
      ready={false}
      onAction={() => {}}
      onClose={props.onClose}
    >
      {props.intro}
      {props.children}
    </Dialog>
  );
}

/** The name of the chosen instance confirms that its data are overwritten. */
function WithTarget({ target, ...others }: DialogProps & { target: ClaimKey }) {
  const instance = useClaim(target);
  return instance.data ? (
    <RestoreInPlace {...others} instance={instance.data} />
  ) : (
    <WithoutTarget {...others}>
      <FormError error={queryError(instance)} />
    </WithoutTarget>
  );
}

/** The choice of an instance, in which the backend searches. */
function TargetField(props: {
  scope: Omit<ClaimKey, 'name'>;
  name: string;
  onChange: (name: string) => void;
}) {
  const { name, onChange } = props;
  const t = useT();
  const [search, setSearch] = useState('');
  const instances = useClaims(
    {
      type: 'instance',
      ...props.scope,
      ...(search && { search }),
      sort: 'name',
      limit: LIMIT,
    },
    { keepPrevious: true },
  );
  const { items = [], total = 0, complete } = instances.data ?? {};
  const found = items.map(item => item.name);
  const more = total - items.length;
  return (
    <>
      <IncompleteNotice complete={complete} />
      <FormError error={queryError(instances)} />
      <Autocomplete<string>
        id="klutch-restore-target"
        value={name || null}
        options={name && !found.includes(name) ? [...found, name] : found}
        // The backend has searched already.
        filterOptions={options => options.filter(one => found.includes(one))}
        onChange={(_, chosen) => onChange(chosen ?? '')}
        onInputChange={(_, text, reason) =>
          setSearch(reason === 'input' ? text : '')
        }
        noOptionsText={t('scaffolder.instance.noMatch')}
        openText={t('scaffolder.instance.open')}
        closeText={t('shared.close')}
        clearText={t('scaffolder.instance.clear')}
        renderInput={params => (
          <TextField
            {...params}
            label={t('instances.deleted.target')}
            helperText={
              more > 0 && t('scaffolder.instance.more', { count: more })
            }
            margin="normal"
          />
        )}
      />
    </>
  );
}

export function RestoreDeletedDialog(props: {
  backup: Claim;
  onClose: () => void;
}) {
  const { cluster, namespace, instanceResource: resource = '' } = props.backup;
  const t = useT();
  const links = useLinks();
  const [name, setName] = useState('');
  const scope = { cluster, namespace, resource };
  const intro = (
    <>
      <DialogContentText>
        {t('instances.deleted.restoreText', { namespace })}
      </DialogContentText>
      <TargetField scope={scope} name={name} onChange={setName} />
      <Button
        component={Link}
        to={links.create(resource, { cluster, namespace })}
      >
        {t('instances.deleted.create')}
      </Button>
    </>
  );
  return name ? (
    <WithTarget
      // What was typed to confirm one instance does not confirm another.
      key={name}
      {...props}
      intro={intro}
      target={{ ...scope, name }}
    />
  ) : (
    <WithoutTarget {...props} intro={intro} />
  );
}
