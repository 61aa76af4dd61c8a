/** Dialog that restores a backup of a deleted instance into another instance of the same service. */
import Button from '@material-ui/core/Button';
import DialogContentText from '@material-ui/core/DialogContentText';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Claim, ClaimKey } from '../api/types';
import { useCreateClaim } from '../hooks/useClaimMutations';
import { useCreateAccess } from '../hooks/useCreateAccess';
import { useInstanceSearch } from '../hooks/useInstanceSearch';
import { useLinks } from '../hooks/useLinks';
import { useClaim, useListedService } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { RestoreInPlace } from '../instance/RestoreInPlace';
import { Dialog } from '../shared/Dialog';
import { DisabledReason } from '../shared/DisabledReason';
import { FormError } from '../shared/FormError';
import { IncompleteNotice } from '../shared/IncompleteNotice';
import { InstanceAutocomplete } from '../shared/InstanceAutocomplete';
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
function WithTarget({
  target,
  create,
  ...others
}: DialogProps & {
  target: ClaimKey;
  create: ReturnType<typeof useCreateClaim>;
}) {
  const instance = useClaim(target);
  return instance.data ? (
    <RestoreInPlace {...others} instance={instance.data} create={create} />
  ) : (
    <WithoutTarget {...others}>
      <FormError error={queryError(instance)} />
    </WithoutTarget>
  );
}

function TargetField(props: {
  scope: Omit<ClaimKey, 'name'>;
  name: string;
  disabled: boolean;
  onChange: (name: string) => void;
}) {
  const { name, onChange } = props;
  const t = useT();
  const { instances, setSearch } = useInstanceSearch(props.scope);
  const { items = [], total = 0, complete } = instances.data ?? {};
  return (
    <>
      <IncompleteNotice complete={complete} />
      <FormError error={queryError(instances)} />
      <InstanceAutocomplete<string>
        id="klutch-restore-target"
        disabled={props.disabled}
        field={{ label: t('instances.deleted.target'), margin: 'normal' }}
        value={name || null}
        found={items.map(item => item.name)}
        more={total - items.length}
        keyOf={option => option}
        labelOf={option => option}
        onChange={chosen => onChange(chosen ?? '')}
        onSearch={setSearch}
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
  const access = useCreateAccess(useListedService(resource));
  const create = useCreateClaim();
  const [name, setName] = useState('');
  const choose = (chosen: string) => {
    // The answer to a restore is about the instance that was chosen then.
    create.reset();
    setName(chosen);
  };
  const scope = { cluster, namespace, resource };
  const intro = (
    <>
      <DialogContentText>
        {t('instances.deleted.restoreText', { namespace })}
      </DialogContentText>
      <TargetField
        scope={scope}
        name={name}
        disabled={create.isPending}
        onChange={choose}
      />
      <DisabledReason reason={access.reason}>
        <Button
          disabled={access.loading}
          component={Link}
          to={links.create(resource, { cluster, namespace })}
        >
          {t('instances.deleted.create')}
        </Button>
      </DisabledReason>
    </>
  );
  return name ? (
    <WithTarget
      // What was typed to confirm one instance does not confirm another.
      key={name}
      {...props}
      intro={intro}
      create={create}
      target={{ ...scope, name }}
    />
  ) : (
    <WithoutTarget {...props} intro={intro} />
  );
}
