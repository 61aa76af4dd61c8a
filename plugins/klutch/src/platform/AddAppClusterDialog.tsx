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
import { useAppClusterNames } from './useAppClusterNames';

const useStyles = makeStyles({
  file: { display: 'none' },
  mono: {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSize: 13,
  },
});

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
  const names = useAppClusterNames(props.taken);
  const [kubeconfig, setKubeconfig] = useState('');
  const [fileProblem, setFileProblem] = useState<string>();

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
      ready={names.ready && !kubeconfigProblem}
      error={register.error}
      onClose={props.onClose}
      onAction={() =>
        register.mutate(
          { id: names.id, title: names.title, kubeconfig },
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
      {names.fields}
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
