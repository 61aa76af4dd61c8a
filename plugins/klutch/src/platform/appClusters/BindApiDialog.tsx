/** Dialog that binds an offered API to an app cluster after showing the API's permission claims. */
import { useApi } from '@backstage/core-plugin-api';
import DialogContentText from '@material-ui/core/DialogContentText';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useState } from 'react';
import type { ExportTemplate } from '../../api/types';
import { klutchToastApiRef } from '../../api/toastApi';
import { useBindApi } from '../usePlatformMutations';
import { useExportTemplates } from '../usePlatformQueries';
import { useT } from '../../hooks/useT';
import { Dialog } from '../../shared/Dialog';
import { Notice } from '../../shared/Notice';
import { QueryState } from '../../shared/QueryState';
import { apiLabel } from './apiLabel';
import { acceptedOf, ClaimAnswers } from './ClaimAnswers';

function AcceptedClaims(props: {
  template: ExportTemplate;
  rejected: string[];
  onChange: (rejected: string[]) => void;
}) {
  const { claims } = props.template;
  const t = useT();
  return claims.length === 0 ? (
    <DialogContentText>{t('platform.bind.acceptNone')}</DialogContentText>
  ) : (
    <Notice tone="neutral" title={t('platform.bind.accept')}>
      <ClaimAnswers
        claims={claims}
        rejected={props.rejected}
        onChange={props.onChange}
      />
    </Notice>
  );
}

function ApiField(props: {
  templates: ExportTemplate[];
  cluster: Schemas['AppClusterDetail'];
  /** Resource of the chosen API. */
  value: string;
  onChange: (resource: string) => void;
}) {
  const t = useT();
  const isBound = ({ resource }: ExportTemplate) =>
    props.cluster.bindings.some(({ name }) => name === resource);
  return (
    <TextField
      id="klutch-bind-api"
      select
      label={t('platform.bind.api')}
      value={props.value}
      onChange={event => props.onChange(event.target.value)}
      helperText={t('platform.bind.apiHelp')}
      margin="normal"
      fullWidth
    >
      {props.templates.map(template => (
        <MenuItem
          key={template.resource}
          value={template.resource}
          disabled={template.mayBind === false}
        >
          {apiLabel(template, isBound(template), t)}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** What was rejected on the app cluster stays rejected until somebody accepts it; `undefined` goes back to that. */
function useRejectedClaims(
  { apis }: Schemas['AppClusterDetail'],
  resource: string,
) {
  const [changed, setChanged] = useState<string[]>();
  const before = apis.find(({ name }) => name === resource)?.rejectedClaims;
  return [changed ?? before ?? [], setChanged] as const;
}

export function BindApiDialog(props: {
  cluster: Schemas['AppClusterDetail'];
  /** Resource of the API that is chosen at first; default: none. */
  resource?: string;
  onClose: () => void;
}) {
  const { cluster, onClose } = props;
  const t = useT();
  const toastApi = useApi(klutchToastApiRef);
  const templates = useExportTemplates();
  const bind = useBindApi(cluster.id);
  const [resource, setResource] = useState(props.resource ?? '');
  const [rejected, setRejected] = useRejectedClaims(cluster, resource);
  const choices = templates.data?.items ?? [];
  const chosen = choices.find(item => item.resource === resource);
  const acceptedClaims = acceptedOf(chosen?.claims ?? [], rejected);

  return (
    <Dialog
      title={t('platform.bind.title', { cluster: cluster.title })}
      action={
        chosen && acceptedClaims.length === 0
          ? t('platform.bind.actionNone')
          : t('platform.bind.action')
      }
      busy={bind.isPending}
      ready={Boolean(chosen) && chosen?.mayBind !== false}
      error={bind.error}
      onClose={onClose}
      onAction={() =>
        chosen &&
        bind.mutate(
          { resource: chosen.resource, acceptedClaims },
          {
            onSuccess: () => {
              toastApi.post({
                tone: 'success',
                text: t('platform.bind.done', {
                  title: chosen.title,
                  cluster: cluster.title,
                }),
              });
              onClose();
            },
          },
        )
      }
    >
      <DialogContentText>
        {t('platform.bind.text', { cluster: cluster.title })}
      </DialogContentText>
      <QueryState query={templates} label={t('templates.what')}>
        {() =>
          choices.length === 0 ? (
            <Notice tone="neutral">{t('platform.bind.none')}</Notice>
          ) : (
            <ApiField
              templates={choices}
              cluster={cluster}
              value={resource}
              onChange={other => {
                setResource(other);
                setRejected(undefined);
              }}
            />
          )
        }
      </QueryState>
      {chosen && (
        <AcceptedClaims
          template={chosen}
          rejected={rejected}
          onChange={setRejected}
        />
      )}
      {bind.isPending && (
        <Notice tone="busy">{t('platform.bind.binding')}</Notice>
      )}
    </Dialog>
  );
}
