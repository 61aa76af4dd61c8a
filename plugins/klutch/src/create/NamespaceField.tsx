/** Namespaces of the chosen app cluster; namespaces without create permission are greyed, with the reason. */
import ListItemText from '@material-ui/core/ListItemText';
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { makeStyles } from '@material-ui/core/styles';
import { useEffect, useId } from 'react';
import type { ServiceDetail } from '../api/types';
import { useNamespaces } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { QueryState } from '../shared/QueryState';
import { namespaceProblem, pickNamespace, type Draft } from './draft';

const useStyles = makeStyles({ text: { whiteSpace: 'normal' } });

export function NamespaceField(props: {
  service: ServiceDetail;
  draft: Pick<Draft, 'cluster' | 'namespace'>;
  problem: string | undefined;
  onChange: (namespace: string) => void;
}) {
  const { service, draft, problem, onChange } = props;
  const classes = useStyles();
  const t = useT();
  const id = useId();
  const namespaces = useNamespaces(
    draft.cluster || undefined,
    service.resource,
  );
  const picked =
    namespaces.data && pickNamespace(namespaces.data.items, draft.namespace);
  const refusal = namespaceProblem(
    namespaces.data?.items.find(({ name }) => name === picked),
    t,
  );
  const noneWritable = namespaces.data?.items.every(item => !item.writable);
  const hasNone = namespaces.data?.items.length === 0;

  useEffect(() => {
    if (picked !== undefined && draft.namespace !== picked) onChange(picked);
  }, [picked, draft.namespace, onChange]);

  if (!draft.cluster) {
    return (
      <TextField
        id={id}
        label={t('create.where.namespace')}
        disabled
        error={Boolean(problem)}
        helperText={t('create.where.namespaceFirst')}
      />
    );
  }
  return (
    <QueryState query={namespaces} label={t('create.where.namespaces')}>
      {({ items }) => (
        <TextField
          id={id}
          select
          label={t('create.where.namespace')}
          value={picked ?? ''}
          onChange={event => onChange(event.target.value)}
          error={Boolean(problem ?? refusal) || noneWritable}
          helperText={
            (hasNone && t('create.where.namespaceMissing')) ||
            (noneWritable && t('create.where.namespaceNone')) ||
            (problem ?? refusal) ||
            t('create.where.namespaceHelp')
          }
          SelectProps={{
            renderValue: value => String(value),
          }}
        >
          {items.map(namespace => (
            <MenuItem
              key={namespace.name}
              value={namespace.name}
              disabled={!namespace.writable}
            >
              <ListItemText
                primary={namespace.name}
                className={classes.text}
                secondary={namespaceProblem(namespace, t)}
              />
            </MenuItem>
          ))}
        </TextField>
      )}
    </QueryState>
  );
}
