/** How a page is laid out; each frontend system has a header of its own, so the providers choose the layout. */
import { Content, Header, Page } from '@backstage/core-components';
import { createContext, type ComponentType, type ReactNode } from 'react';
import { CoreNavTabs, type NavTab } from './NavTabs';

/** The pages that share a header. */
export interface PageArea {
  id: 'klutch' | 'klutch-platform';
  title: string;
  subtitle: string;
  /** Path of the first page. */
  to: string;
  /** Accessible name of the tabs. */
  tabsLabel: string;
}

export interface PageLayoutProps {
  area: PageArea;
  /** The main pages of the area. */
  tabs: NavTab[];
  /** Tab of this page, or of the page that it is below. */
  active: NavTab;
  /** Title of a page below a main page; a main page has none. */
  title?: string;
  children: ReactNode;
}

/** Layout with the header of Backstage's core components, which both frontend systems can show. */
export function CorePageLayout(props: PageLayoutProps) {
  const { area, tabs, active, title, children } = props;
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
      <Header title={area.title} subtitle={area.subtitle} />
      <Content>
        {tabs.length > 0 && (
          <CoreNavTabs label={area.tabsLabel} tabs={tabs} active={active.id} />
        )}
        {children}
      </Content>
    </Page>
  );
}

export const PageLayoutContext =
  createContext<ComponentType<PageLayoutProps>>(CorePageLayout);
