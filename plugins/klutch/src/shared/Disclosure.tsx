/** Collapsed content with a button that shows the content. */
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import ChevronIcon from '@material-ui/icons/ChevronRight';
import { useEffect, useState, type ReactNode } from 'react';

const useStyles = makeStyles(theme => ({
  summary: {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(0.5),
    // Without list-item layout only Safari has a triangle of its own.
    '&::-webkit-details-marker': { display: 'none' },
    cursor: 'pointer',
    color: theme.palette.text.secondary,
    padding: theme.spacing(0.5, 0),
    '&:hover': { color: theme.palette.text.primary },
  },
  icon: { 'details[open] > summary > &': { transform: 'rotate(90deg)' } },
  body: { padding: theme.spacing(1, 0) },
}));

export function Disclosure(props: {
  title: string;
  /** Opens it when it becomes true; afterwards the reader decides, whose work is in it. */
  open?: boolean;
  /** For content that is read only when it is shown. */
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  const { open = false, onToggle } = props;
  const classes = useStyles();
  const [isOpen, setIsOpen] = useState(open);
  useEffect(() => {
    if (open) setIsOpen(true);
  }, [open]);
  return (
    <details
      open={isOpen}
      onToggle={event => {
        setIsOpen(event.currentTarget.open);
        onToggle?.(event.currentTarget.open);
      }}
    >
      <Typography
        variant="body2"
        component="summary"
        className={classes.summary}
      >
        <ChevronIcon aria-hidden fontSize="small" className={classes.icon} />
        {props.title}
      </Typography>
      <div className={classes.body}>{props.children}</div>
    </details>
  );
}
