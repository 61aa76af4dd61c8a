/** Validated input field for a kubeconfig, pasted or from a file. */
import Button from '@material-ui/core/Button';
import TextField from '@material-ui/core/TextField';
import { makeStyles } from '@material-ui/core/styles';
import { useRef, useState, type ReactNode } from 'react';
import { useT } from '../../hooks/useT';
import { monospaceFont } from '../../shared/monospace';
import { checkKubeconfig } from './checkKubeconfig';

const useStyles = makeStyles({
  file: { display: 'none' },
  mono: {
    fontFamily: monospaceFont,
    fontSize: 13,
  },
});

/** The entered kubeconfig and its input field. */
export interface KubeconfigField {
  kubeconfig: string;
  /** Whether the text looks like a kubeconfig. */
  ready: boolean;
  field: ReactNode;
}

export function useKubeconfigField(): KubeconfigField {
  const classes = useStyles();
  const t = useT();
  const file = useRef<HTMLInputElement>(null);
  const [kubeconfig, setKubeconfig] = useState('');
  const [fileProblem, setFileProblem] = useState<string>();
  const problem = checkKubeconfig(kubeconfig, t);
  const shown = fileProblem ?? (kubeconfig === '' ? undefined : problem);

  const readFile = async (chosen: File | undefined) => {
    try {
      setKubeconfig((await chosen?.text()) ?? '');
      setFileProblem(undefined);
    } catch {
      setFileProblem(t('platform.add.unreadable'));
    }
  };

  return {
    kubeconfig,
    ready: !problem,
    field: (
      <>
        <TextField
          id="klutch-add-kubeconfig"
          label={t('platform.add.kubeconfig')}
          value={kubeconfig}
          onChange={event => setKubeconfig(event.target.value)}
          error={Boolean(shown)}
          helperText={shown ?? t('platform.add.kubeconfigHelp')}
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
        <Button
          size="small"
          variant="outlined"
          onClick={() => file.current?.click()}
        >
          {t('platform.add.upload')}
        </Button>
      </>
    ),
  };
}
