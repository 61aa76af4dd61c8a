/** Layout of all pages: the app's header, the plugin's main tabs or a back link, and the content. */
import { Content, Header, Page } from '@backstage/core-components';
import type { ReactNode } from 'react';
import { useLinks } from '../hooks/useLinks';
import { useMe } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { NavTabs } from './NavTabs';

/** The main pages, shown as tabs. */
export type MainPage = 'services' | 'instances' | 'platform';

export function MainFrame(props: { active: MainPage; children: ReactNode }) {
  const t = useT();
  const links = useLinks();
  const me = useMe();
  const tabs = [
    { id: 'services', label: t('shared.nav.services'), to: links.services() },
    {
      id: 'instances',
      label: t('shared.nav.instances'),
      to: links.instances(),
    },
    ...(me.data?.operator
      ? [
          {
            id: 'platform',
            label: t('shared.nav.platform'),
            to: links.platform(),
          },
        ]
      : []),
  ];
  return (
    <Page themeId="home">
      <Header title={t('shared.title')} subtitle={t('shared.subtitle')} />
      <Content>
        <NavTabs
          label={t('shared.nav.label')}
          tabs={tabs}
          active={props.active}
        />
        {props.children}
      </Content>
    </Page>
  );
}

/** Layout of a page below one of the main pages, with a back link in the header. */
export function DetailFrame(props: {
  title: string;
  subtitle?: string;
  parent: { title: string; link: string };
  children: ReactNode;
}) {
  return (
    <Page themeId="home">
      <Header
        title={props.title}
        subtitle={props.subtitle}
        type={props.parent.title}
        typeLink={props.parent.link}
        pageTitleOverride={props.title}
      />
      <Content>{props.children}</Content>
    </Page>
  );
}
