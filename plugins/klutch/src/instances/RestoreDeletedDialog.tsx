/** Dialog that restores a backup of a deleted instance into another instance of the same service. */
import Button from '@material-ui/core/Button';
import DialogContentText from '@material-ui/core/DialogContentText';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Claim, ClaimKey } from '../api/types';
import { useLinks } from '../hooks/useLinks';
import { MAX_LIMIT, useClaim, useClaims } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { RestoreInPlace } from '../instance/RestoreDialog';
import { Dialog } from '../shared/Dialog';
import { FormError } from '../shared/FormError';
import { queryError } from '../shared/QueryState';

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

export function RestoreDeletedDialog(props: {
  backup: Claim;
  onClose: () => void;
}) {
  const { cluster, namespace, instanceResource: resource = '' } = props.backup;
  const t = useT();
  const links = useLinks();
  const [name, setName] = useState('');
  const instances = useClaims({
    type: 'instance',
    cluster,
    namespace,
    resource,
    limit: MAX_LIMIT,
  });
  const intro = (
    <>
      <DialogContentText>
        {t('instances.deleted.restoreText', { namespace })}
      </DialogContentText>
      <TextField
        id="klutch-restore-target"
        select
        label={t('instances.deleted.target')}
        value={name}
        onChange={event => setName(event.target.value)}
        variant="outlined"
        margin="normal"
        fullWidth
      >
        {(instances.data?.items ?? []).map(item => (
          <MenuItem key={item.uid} value={item.name}>
            {item.name}
          </MenuItem>
        ))}
      </TextField>
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
      target={{ cluster, namespace, resource, name }}
    />
  ) : (
    <WithoutTarget {...props} intro={intro} />
  );
}
