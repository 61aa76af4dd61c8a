/** Frame of all pages: the main pages as tabs, in the layout of the app's frontend system. */
import { useContext, type ReactNode } from 'react';
import { useLinks } from '../hooks/useLinks';
import { useMe } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { PageLayoutContext } from './PageLayout';

/** The main pages, shown as tabs. */
export type MainPage = 'services' | 'instances' | 'platform';

export function PageFrame(props: {
  /** This main page, or the one that this page is below. */
  active: MainPage;
  /** Title of a page below a main page. */
  title?: string;
  children: ReactNode;
}) {
  const t = useT();
  const links = useLinks();
  const me = useMe();
  const PageLayout = useContext(PageLayoutContext);
  const tabOf = (id: MainPage) => ({
    id,
    label: t(`shared.nav.${id}`),
    to: links[id](),
  });
  const tabs = [
    tabOf('services'),
    tabOf('instances'),
    ...(me.data?.operator ? [tabOf('platform')] : []),
  ];
  return (
    <PageLayout tabs={tabs} active={tabOf(props.active)} title={props.title}>
      {props.children}
    </PageLayout>
  );
}
