/** A button that copies text and says that it did. */
import Button from '@material-ui/core/Button';
import IconButton from '@material-ui/core/IconButton';
import Tooltip from '@material-ui/core/Tooltip';
import CheckIcon from '@material-ui/icons/Check';
import CopyIcon from '@material-ui/icons/FileCopyOutlined';
import { useEffect, useState } from 'react';
import useCopyToClipboard from 'react-use/esm/useCopyToClipboard';
import { useT } from '../hooks/useT';

export function CopyButton(props: {
  /** What is copied, in words: "password", "YAML". */
  what: string;
  text: string;
  variant?: 'icon' | 'button';
}) {
  const t = useT();
  const [, copy] = useCopyToClipboard();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) {
      return undefined;
    }
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const label = t('shared.copy', { what: props.what });
  const Icon = copied ? CheckIcon : CopyIcon;
  const onClick = () => {
    copy(props.text);
    setCopied(true);
  };
  if (props.variant === 'button') {
    return (
      <Button
        size="small"
        onClick={onClick}
        startIcon={<Icon fontSize="small" />}
      >
        {copied ? t('shared.copied') : label}
      </Button>
    );
  }
  return (
    <Tooltip title={copied ? t('shared.copied') : label}>
      <IconButton size="small" onClick={onClick} aria-label={label}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
