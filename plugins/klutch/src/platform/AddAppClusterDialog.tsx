/** Registers an app cluster by a kubeconfig, pasted or from a file. */
import { useApi } from '@backstage/core-plugin-api';
import Button from '@material-ui/core/Button';
import DialogContentText from '@material-ui/core/DialogContentText';
import TextField from '@material-ui/core/TextField';
import { makeStyles } from '@material-ui/core/styles';
import { useRef, useState } from 'react';
import { klutchUiPortRef } from '../api/uiPort';
import { useRegisterAppCluster } from '../hooks/usePlatformMutations';
import { useT } from '../hooks/useT';
import { Dialog } from '../shared/Dialog';
import { checkKubeconfig } from './checkKubeconfig';

const useStyles = makeStyles({
  file: { display: 'none' },
  mono: {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSize: 13,
  },
});

const idPattern = /^[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?$/;

export function AddAppClusterDialog(props: {
  /** Ids that are in use. */
  taken: string[];
  onClose: () => void;
}) {
  const classes = useStyles();
  const t = useT();
  const port = useApi(klutchUiPortRef);
  const register = useRegisterAppCluster();
  const file = useRef<HTMLInputElement>(null);
  const [id, setId] = useState('');
  const [title, setTitle] = useState('');
  const [kubeconfig, setKubeconfig] = useState('');
  const [fileProblem, setFileProblem] = useState<string>();

  let idProblem: string | undefined;
  if (!idPattern.test(id)) {
    idProblem = t('platform.add.idProblem');
  } else if (props.taken.includes(id)) {
    idProblem = t('platform.add.idTaken', { id });
  }
  const titleProblem =
    title.length > 80 ? t('platform.add.nameProblem') : undefined;
  const kubeconfigProblem = checkKubeconfig(kubeconfig, t);

  const readFile = async (chosen: File | undefined) => {
    try {
      setKubeconfig((await chosen?.text()) ?? '');
      setFileProblem(undefined);
    } catch {
      setFileProblem(t('platform.add.unreadable'));
    }
  };

  return (
    <Dialog
      wide
      title={t('platform.add.title')}
      action={t('platform.add.action')}
      busy={register.isPending}
      ready={
        !idProblem && !titleProblem && title.trim() !== '' && !kubeconfigProblem
      }
      error={register.error}
      onClose={props.onClose}
      onAction={() =>
        register.mutate(
          { id, title: title.trim(), kubeconfig },
          {
            onSuccess: cluster => {
              port.say({
                tone: 'success',
                text: t('platform.add.done', { title: cluster.title }),
              });
              props.onClose();
            },
          },
        )
      }
    >
      <DialogContentText>{t('platform.add.text')}</DialogContentText>
      <TextField
        id="klutch-add-id"
        label={t('platform.add.id')}
        value={id}
        onChange={event => setId(event.target.value)}
        error={id !== '' && Boolean(idProblem)}
        helperText={(id !== '' && idProblem) || t('platform.add.idHelp')}
        variant="outlined"
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
        variant="outlined"
        margin="dense"
        fullWidth
        autoComplete="off"
      />
      <TextField
        id="klutch-add-kubeconfig"
        label={t('platform.add.kubeconfig')}
        value={kubeconfig}
        onChange={event => setKubeconfig(event.target.value)}
        error={
          Boolean(fileProblem) ||
          (kubeconfig !== '' && Boolean(kubeconfigProblem))
        }
        helperText={
          fileProblem ??
          ((kubeconfig !== '' && kubeconfigProblem) ||
            t('platform.add.kubeconfigHelp'))
        }
        variant="outlined"
        margin="dense"
        fullWidth
        multiline
        rows={8}
        inputProps={{ spellCheck: false, className: classes.mono }}
      />
      <input
        ref={file}
        type="file"
        className={classes.file}
        aria-label={t('platform.add.kubeconfig')}
        onChange={event => void readFile(event.target.files?.[0])}
      />
      <Button size="small" onClick={() => file.current?.click()}>
        {t('platform.add.upload')}
      </Button>
    </Dialog>
  );
}
