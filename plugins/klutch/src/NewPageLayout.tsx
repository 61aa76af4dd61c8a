/** Layout of pages in the new frontend system: the app's own header, with the main pages of the area as its tabs. */
import {
  configApiRef,
  PageLayout,
  swappableComponentsApiRef,
  useApi,
} from '@backstage/frontend-plugin-api';
import Link from '@material-ui/core/Link';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import { useMemo } from 'react';
import { Helmet } from 'react-helmet';
import { Link as RouterLink } from 'react-router-dom';
import { PageIcon } from './PageIcon';
import type { PageLayoutProps } from './shared/PageLayout';
import { tabRows } from './tabRows';

const useStyles = makeStyles(theme => ({
  // Only for its styles: the app's layout is as without this element.
  root: { display: 'contents', ...tabRows(theme) },
  // The app's header has a margin of its own, and the same inset.
  main: { padding: theme.spacing(0, 2.5, 3) },
  heading: { marginBottom: theme.spacing(2) },
  title: {
    fontSize: 24,
    fontWeight: 600,
    margin: 0,
    overflowWrap: 'anywhere',
  },
}));

/**
 * The app's implementation of `PageLayout`. `PageLayout` itself makes a new component whenever it is rendered
 * (`getComponent` of Backstage 1.55), so that the content would lose its state with each change.
 */
function useAppPageLayout() {
  const components = useApi(swappableComponentsApiRef);
  return useMemo(() => components.getComponent(PageLayout.ref), [components]);
}

export function NewPageLayout(props: PageLayoutProps) {
  const { area, tabs, active, title, children } = props;
  const classes = useStyles();
  const AppPageLayout = useAppPageLayout();
  const app = useApi(configApiRef).getOptionalString('app.title');
  return (
    <div className={classes.root}>
      <AppPageLayout
        title={area.title}
        titleLink={area.to}
        icon={<PageIcon id={area.id} />}
        tabs={tabs.map(({ id, label, to }) => ({ id, label, href: to }))}
      >
        <Helmet
          title={[title ?? active.label, area.title, app ?? 'Backstage'].join(
            ' | ',
          )}
        />
        <main className={classes.main}>
          {title && (
            <div className={classes.heading}>
              <Link component={RouterLink} to={active.to} variant="body2">
                {active.label}
              </Link>
              <Typography variant="h2" className={classes.title}>
                {title}
              </Typography>
            </div>
          )}
          {children}
        </main>
      </AppPageLayout>
    </div>
  );
}
