/** Frame of the platform pages: checks the operator permission and shows the sections as tabs. */
import {
  klutchPlatformReadPermission,
  klutchTraceReadPermission,
} from '@klutch/backstage-plugin-klutch-common';
import { useContext, type ReactNode } from 'react';
import type { Me } from '../api/types';
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
import { MountPathNotice } from './MountPathNotice';

function Notices({
  mountPath,
  permissionsEnabled,
}: Pick<Me, 'mountPath' | 'permissionsEnabled'>) {
  const t = useT();
  const services = useServices();
  return (
    <>
      {!permissionsEnabled && (
        <Notice tone="warning" title={t('platform.permissionsOffTitle')}>
          {t('platform.permissionsOff')}
        </Notice>
      )}
      <MountPathNotice mountPath={mountPath} />
      <ControlPlaneBanner controlPlane={services.data?.controlPlane} />
    </>
  );
}

const permissionOf = (section: PlatformSection) =>
  section === 'trace'
    ? klutchTraceReadPermission
    : klutchPlatformReadPermission;

/** Whether the user may open a section; while that is not known, the tabs are those of operators. */
const mayOpen = (me: Me | undefined, section: PlatformSection): boolean =>
  section === 'trace' ? me?.mayTrace === true : me?.operator !== false;

export function PlatformFrame(props: {
  /** This section, or the one that this page is below. */
  active: PlatformSection;
  /** Title of a page below a section. */
  title?: string;
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
      tabs={platformSections
        .filter(section => mayOpen(me.data, section))
        .map(tabOf)}
      active={tabOf(props.active)}
      title={props.title}
    >
      <QueryState query={me} label={t('platform.me')}>
        {user =>
          mayOpen(user, props.active) ? (
            <>
              <Notices {...user} />
              {props.children}
            </>
          ) : (
            <Notice tone="neutral" title={t('platform.onlyOperatorsTitle')}>
              {t('platform.onlyOperators', {
                user: user.userRef,
                kubernetesUser: user.kubernetesUser,
                permission: permissionOf(props.active).name,
              })}
            </Notice>
          )
        }
      </QueryState>
    </PageLayout>
  );
}
