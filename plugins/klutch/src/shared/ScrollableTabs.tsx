/**
 * Material UI's tabs with buttons to those that a narrow screen has no place for; they would be cut off without a sign,
 * because Material UI hides the buttons there.
 */
import Tabs from '@material-ui/core/Tabs';
import { makeStyles } from '@material-ui/core/styles';
import type { ReactNode } from 'react';

const useStyles = makeStyles(theme => ({
  [theme.breakpoints.down('xs')]: {
    scrollButtons: { display: 'inline-flex', width: theme.spacing(3) },
  },
}));

export function ScrollableTabs<Value extends string>(props: {
  value: Value | false;
  /** Accessible name. */
  label: string;
  className: string | undefined;
  onChange?: (value: Value) => void;
  children: ReactNode;
}) {
  const classes = useStyles();
  const { onChange } = props;
  return (
    <Tabs
      className={props.className}
      classes={{ scrollButtonsDesktop: classes.scrollButtons }}
      value={props.value}
      onChange={onChange && ((_, value) => onChange(value))}
      indicatorColor="primary"
      textColor="inherit"
      aria-label={props.label}
      variant="scrollable"
      scrollButtons="auto"
    >
      {props.children}
    </Tabs>
  );
}
