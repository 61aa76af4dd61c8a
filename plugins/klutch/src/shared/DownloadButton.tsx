/** A button that downloads text as a file. */
import IconButton from '@material-ui/core/IconButton';
import Tooltip from '@material-ui/core/Tooltip';
import DownloadIcon from '@material-ui/icons/GetApp';
import { useT } from '../hooks/useT';

export function DownloadButton(props: { fileName: string; text: string }) {
  const { fileName, text } = props;
  const t = useT();
  const label = t('shared.download', { file: fileName });
  return (
    <Tooltip title={label}>
      <IconButton
        component="a"
        size="small"
        aria-label={label}
        download={fileName}
        href={`data:application/yaml;charset=utf-8,${encodeURIComponent(text)}`}
      >
        <DownloadIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
