/** Validated input fields for the id and title of a new app cluster. */
import TextField from '@material-ui/core/TextField';
import { useState, type ReactNode } from 'react';
import { useT } from '../../hooks/useT';

const idPattern = /^[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?$/;

/** The entered values and their input fields. */
export interface AppClusterNames {
  id: string;
  title: string;
  /** Whether id and title are valid. */
  ready: boolean;
  fields: ReactNode;
}

/** @param taken - ids of the registered app clusters */
export function useAppClusterNames(taken: string[]): AppClusterNames {
  const t = useT();
  const [id, setId] = useState('');
  const [title, setTitle] = useState('');

  let idProblem: string | undefined;
  if (!idPattern.test(id)) {
    idProblem = t('platform.add.idProblem');
  } else if (taken.includes(id)) {
    idProblem = t('platform.add.idTaken', { id });
  }
  const titleProblem =
    title.length > 80 ? t('platform.add.nameProblem') : undefined;

  return {
    id,
    title: title.trim(),
    ready: !idProblem && !titleProblem && title.trim() !== '',
    fields: (
      <>
        <TextField
          id="klutch-add-id"
          label={t('platform.add.id')}
          value={id}
          onChange={event => setId(event.target.value)}
          error={id !== '' && Boolean(idProblem)}
          helperText={(id !== '' && idProblem) || t('platform.add.idHelp')}
          margin="dense"
          fullWidth
          autoComplete="off"
        />
        <TextField
          id="klutch-add-title"
          label={t('platform.add.name')}
          value={title}
          onChange={event => setTitle(event.target.value)}
          error={Boolean(titleProblem)}
          helperText={titleProblem ?? t('platform.add.nameHelp')}
          margin="dense"
          fullWidth
          autoComplete="off"
        />
      </>
    ),
  };
}
