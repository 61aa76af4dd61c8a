/** Tabs in the new frontend system: those that the app's own header has. */
import { Tab, TabList, Tabs } from '@backstage/ui';
import { makeStyles } from '@material-ui/core/styles';
import { useEffect, useRef } from 'react';
import type { NavTabsProps } from './shared/NavTabs';
import { tabRows } from './tabRows';

const useStyles = makeStyles(theme => ({
  root: {
    // A line on which the mark of the active tab is drawn.
    boxShadow: `inset 0 -1px ${theme.palette.divider}`,
    paddingBottom: 1,
    marginBottom: theme.spacing(3),
    ...tabRows(theme),
  },
}));

function withoutControls(root: Element): void {
  for (const tab of root.querySelectorAll('[aria-controls]')) {
    tab.removeAttribute('aria-controls');
  }
}

export function NewNavTabs({ label, tabs, active }: NavTabsProps) {
  const classes = useStyles();
  const root = useRef<HTMLDivElement>(null);
  // The tabs are links, so the app's component has no panel for the id that it says they control, once it has found the
  // selected tab.
  useEffect(() => {
    const { current: tabsRoot } = root;
    if (!tabsRoot) return undefined;
    const observer = new MutationObserver(() => withoutControls(tabsRoot));
    observer.observe(tabsRoot, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-controls'],
    });
    withoutControls(tabsRoot);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={root} className={classes.root}>
      <Tabs selectedKey={active}>
        <TabList aria-label={label}>
          {tabs.map(tab => (
            <Tab key={tab.id} id={tab.id} href={tab.to}>
              {tab.label}
            </Tab>
          ))}
        </TabList>
      </Tabs>
    </div>
  );
}
