/** Connects an app cluster that the portal gets no kubeconfig of: makes the command, then shows how far it has come. */
import Checkbox from '@material-ui/core/Checkbox';
import DialogContentText from '@material-ui/core/DialogContentText';
import FormControl from '@material-ui/core/FormControl';
import FormControlLabel from '@material-ui/core/FormControlLabel';
import FormGroup from '@material-ui/core/FormGroup';
import FormHelperText from '@material-ui/core/FormHelperText';
import FormLabel from '@material-ui/core/FormLabel';
import { useState } from 'react';
import type { ExportTemplate, NewAppClusterInvitation } from '../api/types';
import { useInviteAppCluster } from '../hooks/usePlatformMutations';
import { useExportTemplates } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { CodeBlock } from '../shared/CodeBlock';
import { Dialog } from '../shared/Dialog';
import { Notice } from '../shared/Notice';
import { QueryState } from '../shared/QueryState';
import { ClaimsList } from './ClaimsList';
import { InvitationState } from './InvitationState';
import { useAppClusterNames } from './useAppClusterNames';

function ApiChoice(props: {
  templates: ExportTemplate[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
}) {
  const { chosen, onChange, templates } = props;
  const t = useT();
  if (templates.length === 0) {
    return <Notice tone="neutral">{t('platform.invite.none')}</Notice>;
  }
  return (
    <FormControl component="fieldset" margin="normal">
      <FormLabel component="legend">{t('platform.invite.apis')}</FormLabel>
      <FormHelperText>{t('platform.invite.accepts')}</FormHelperText>
      <FormGroup>
        {templates.map(({ claims, resource, title }) => (
          <div key={resource}>
            <FormControlLabel
              label={title}
              control={
                <Checkbox
                  color="primary"
                  checked={chosen.includes(resource)}
                  onChange={({ target: { checked } }) =>
                    onChange(
                      checked
                        ? [...chosen, resource]
                        : chosen.filter(other => other !== resource),
                    )
                  }
                />
              }
            />
            {claims.length > 0 && <ClaimsList claims={claims} />}
          </div>
        ))}
      </FormGroup>
    </FormControl>
  );
}

function Invited(props: {
  invited: NewAppClusterInvitation;
  onClose: () => void;
}) {
  const { cluster, command, expiresAt, runsKonnector, title } = props.invited;
  const t = useT();
  const time = new Date(expiresAt).toLocaleTimeString();
  return (
    <Dialog
      wide
      title={t('platform.invite.invitedTitle', { title })}
      action={t('platform.invite.done')}
      onAction={props.onClose}
      onClose={props.onClose}
    >
      <DialogContentText>
        {t('platform.invite.once', { time, title })}
      </DialogContentText>
      {!runsKonnector && (
        <Notice tone="warning">{t('platform.invite.ownKonnector')}</Notice>
      )}
      <InvitationState
        cluster={cluster}
        showReady
        onCancelled={props.onClose}
      />
      <CodeBlock what={t('platform.invite.command')} text={command} />
    </Dialog>
  );
}

export function InviteAppClusterDialog(props: {
  /** Ids that are in use. */
  taken: string[];
  onClose: () => void;
}) {
  const t = useT();
  const templates = useExportTemplates();
  const invite = useInviteAppCluster();
  // The list has the new cluster in it as soon as it is invited.
  const [taken] = useState(props.taken);
  const names = useAppClusterNames(taken);
  const [chosen, setChosen] = useState<string[]>([]);
  if (invite.data) {
    return <Invited invited={invite.data} onClose={props.onClose} />;
  }
  const offered = templates.data?.items ?? [];
  return (
    <Dialog
      wide
      title={t('platform.invite.title')}
      action={t('platform.invite.action')}
      busy={invite.isPending}
      ready={names.ready && chosen.length > 0}
      error={invite.error}
      onClose={props.onClose}
      onAction={() =>
        invite.mutate({
          id: names.id,
          title: names.title,
          apis: offered
            .filter(({ resource }) => chosen.includes(resource))
            .map(({ claims, resource }) => ({
              resource,
              acceptedClaims: claims,
            })),
        })
      }
    >
      <DialogContentText>{t('platform.invite.text')}</DialogContentText>
      {names.fields}
      <QueryState query={templates} what={t('platform.templates.what')}>
        {({ items }) => (
          <ApiChoice templates={items} chosen={chosen} onChange={setChosen} />
        )}
      </QueryState>
    </Dialog>
  );
}
