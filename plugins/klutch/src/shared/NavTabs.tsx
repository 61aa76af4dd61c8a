/**
 * Tabs that are links, so that a tab can be opened in a new window and back navigation works. Each frontend system has tabs
 * of its own, so the providers choose.
 */
import MuiTab from '@material-ui/core/Tab';
import { makeStyles } from '@material-ui/core/styles';
import { createContext, useContext, type ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { ScrollableTabs } from './ScrollableTabs';

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
  [theme.breakpoints.down('xs')]: { tab: { padding: theme.spacing(1) } },
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
    <ScrollableTabs
      className={classes.root}
      value={exists ? props.active : false}
      label={props.label}
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
    </ScrollableTabs>
  );
}

export const NavTabsContext =
  createContext<ComponentType<NavTabsProps>>(CoreNavTabs);

/** The tabs of the app's frontend system. */
export function NavTabs(props: NavTabsProps) {
  const Tabs = useContext(NavTabsContext);
  return <Tabs {...props} />;
}
