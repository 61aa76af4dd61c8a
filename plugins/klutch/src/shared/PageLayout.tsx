/** How a page is laid out; each frontend system has a header of its own, so the providers choose the layout. */
import { Content, Header, Page } from '@backstage/core-components';
import { createContext, type ComponentType, type ReactNode } from 'react';
import { NavTabs, type NavTab } from './NavTabs';
import { useT } from '../hooks/useT';

export interface PageLayoutProps {
  /** The main pages. */
  tabs: NavTab[];
  /** Tab of this page, or of the page that it is below. */
  active: NavTab;
  /** Title of a page below a main page; a main page has none. */
  title?: string;
  children: ReactNode;
}

/** Layout with the header of Backstage's core components, which both frontend systems can show. */
export function CorePageLayout(props: PageLayoutProps) {
  const { tabs, active, title, children } = props;
  const t = useT();
  if (title) {
    return (
      <Page themeId="home">
        <Header
          title={title}
          type={active.label}
          typeLink={active.to}
          pageTitleOverride={title}
        />
        <Content>{children}</Content>
      </Page>
    );
  }
  return (
    <Page themeId="home">
      <Header title={t('shared.title')} subtitle={t('shared.subtitle')} />
      <Content>
        <NavTabs label={t('shared.nav.label')} tabs={tabs} active={active.id} />
        {children}
      </Content>
    </Page>
  );
}

export const PageLayoutContext =
  createContext<ComponentType<PageLayoutProps>>(CorePageLayout);
