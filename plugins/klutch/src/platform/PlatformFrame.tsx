/** Frame of the platform pages: checks the operator permission and shows the sections as tabs. */
import { klutchPlatformReadPermission } from '@klutch/backstage-plugin-klutch-common';
import { useContext, type ReactNode } from 'react';
import {
  platformSections,
  useLinks,
  type PlatformSection,
} from '../hooks/useLinks';
import { useMe, useServices } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { ControlPlaneBanner } from '../shared/ControlPlaneBanner';
import { Notice } from '../shared/Notice';
import { PageLayoutContext } from '../shared/PageLayout';
import { QueryState } from '../shared/QueryState';

function Notices({ permissionsEnabled }: { permissionsEnabled: boolean }) {
  const t = useT();
  const services = useServices();
  return (
    <>
      {!permissionsEnabled && (
        <Notice tone="warning" title={t('platform.permissionsOffTitle')}>
          {t('platform.permissionsOff')}
        </Notice>
      )}
      <ControlPlaneBanner controlPlane={services.data?.controlPlane} />
    </>
  );
}

export function PlatformFrame(props: {
  active: PlatformSection;
  children: ReactNode;
}) {
  const t = useT();
  const links = useLinks();
  const me = useMe();
  const PageLayout = useContext(PageLayoutContext);
  const tabOf = (id: PlatformSection) => ({
    id,
    label: t(`platform.sections.${id}`),
    to: links.platform(id),
  });
  return (
    <PageLayout
      area={{
        id: 'klutch-platform',
        title: t('platform.title'),
        subtitle: t('platform.subtitle'),
        to: links.platform(),
        tabsLabel: t('platform.sections.label'),
      }}
      tabs={me.data?.operator === false ? [] : platformSections.map(tabOf)}
      active={tabOf(props.active)}
    >
      <QueryState query={me} label={t('platform.me')}>
        {user =>
          user.operator ? (
            <>
              <Notices permissionsEnabled={user.permissionsEnabled} />
              {props.children}
            </>
          ) : (
            <Notice tone="neutral" title={t('platform.onlyOperatorsTitle')}>
              {t('platform.onlyOperators', {
                user: user.userRef,
                kubernetesUser: user.kubernetesUser,
                permission: klutchPlatformReadPermission.name,
              })}
            </Notice>
          )
        }
      </QueryState>
    </PageLayout>
  );
}
