/** A button that copies text and shows whether copying succeeded. */
import Button from '@material-ui/core/Button';
import IconButton from '@material-ui/core/IconButton';
import Tooltip from '@material-ui/core/Tooltip';
import CheckIcon from '@material-ui/icons/Check';
import CopyIcon from '@material-ui/icons/FileCopyOutlined';
import { useEffect, useState } from 'react';
import { useT } from '../hooks/useT';
import { copyText } from './copyText';

export function CopyButton(props: {
  /** Name of the copied text for users, for example "password" or "YAML". */
  label: string;
  text: string;
  variant?: 'icon' | 'button';
}) {
  const t = useT();
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>();
  useEffect(() => {
    if (!outcome) {
      return undefined;
    }
    const timer = setTimeout(() => setOutcome(undefined), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const label = t('shared.copy', { what: props.label });
  const shownLabel = outcome ? t(`shared.${outcome}`) : label;
  const Icon = outcome === 'copied' ? CheckIcon : CopyIcon;
  const onClick = async () =>
    setOutcome((await copyText(props.text)) ? 'copied' : 'copyFailed');
  if (props.variant === 'button') {
    return (
      <Button
        size="small"
        onClick={onClick}
        startIcon={<Icon fontSize="small" />}
      >
        {shownLabel}
      </Button>
    );
  }
  return (
    <Tooltip title={shownLabel}>
      <IconButton size="small" onClick={onClick} aria-label={label}>
        <Icon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
