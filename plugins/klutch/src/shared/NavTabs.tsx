/**
 * Tabs that are links, so that a tab can be opened in a new window and back navigation works. Each frontend system has tabs
 * of its own, so the providers choose.
 */
import MuiTab from '@material-ui/core/Tab';
import MuiTabs from '@material-ui/core/Tabs';
import { makeStyles } from '@material-ui/core/styles';
import { createContext, useContext, type ComponentType } from 'react';
import { Link } from 'react-router-dom';

const useStyles = makeStyles(theme => ({
  root: {
    borderBottom: `1px solid ${theme.palette.divider}`,
    marginBottom: theme.spacing(3),
    minHeight: 44,
  },
  tab: {
    minWidth: 0,
    minHeight: 44,
    padding: theme.spacing(1, 2),
    fontSize: theme.typography.body1.fontSize,
  },
  // Tabs that a phone has no place for would be cut off without a sign; Material UI hides the buttons there.
  [theme.breakpoints.down('xs')]: {
    tab: { padding: theme.spacing(1) },
    scrollButtons: { display: 'inline-flex', width: theme.spacing(3) },
  },
}));

export interface NavTab {
  id: string;
  label: string;
  to: string;
}

export interface NavTabsProps {
  /** Accessible name. */
  label: string;
  tabs: NavTab[];
  /** Id of the tab of this page. */
  active: string;
}

/** Tabs as those of Backstage's core components. */
export function CoreNavTabs(props: NavTabsProps) {
  const classes = useStyles();
  const exists = props.tabs.some(tab => tab.id === props.active);
  return (
    <MuiTabs
      className={classes.root}
      classes={{ scrollButtonsDesktop: classes.scrollButtons }}
      value={exists ? props.active : false}
      indicatorColor="primary"
      textColor="inherit"
      aria-label={props.label}
      variant="scrollable"
      scrollButtons="auto"
    >
      {props.tabs.map(tab => (
        <MuiTab
          key={tab.id}
          className={classes.tab}
          value={tab.id}
          label={tab.label}
          component={Link}
          to={tab.to}
        />
      ))}
    </MuiTabs>
  );
}

export const NavTabsContext =
  createContext<ComponentType<NavTabsProps>>(CoreNavTabs);

/** The tabs of the app's frontend system. */
export function NavTabs(props: NavTabsProps) {
  const Tabs = useContext(NavTabsContext);
  return <Tabs {...props} />;
}
