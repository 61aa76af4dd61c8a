/** Frame of the pages for developers: the main pages as tabs, in the layout of the app's frontend system. */
import { useContext, type ReactNode } from 'react';
import { useLinks } from '../hooks/useLinks';
import { useT } from '../hooks/useT';
import { PageLayoutContext } from './PageLayout';

/** The main pages, shown as tabs. */
const mainPages = ['services', 'instances'] as const;
export type MainPage = (typeof mainPages)[number];

export function PageFrame(props: {
  /** This main page, or the one that this page is below. */
  active: MainPage;
  /** Title of a page below a main page. */
  title?: string;
  children: ReactNode;
}) {
  const t = useT();
  const links = useLinks();
  const PageLayout = useContext(PageLayoutContext);
  const tabOf = (id: MainPage) => ({
    id,
    label: t(`shared.nav.${id}`),
    to: links[id](),
  });
  return (
    <PageLayout
      area={{
        id: 'klutch',
        title: t('shared.title'),
        subtitle: t('shared.subtitle'),
        to: links.services(),
        tabsLabel: t('shared.nav.label'),
      }}
      tabs={mainPages.map(tabOf)}
      active={tabOf(props.active)}
      title={props.title}
    >
      {props.children}
    </PageLayout>
  );
}
