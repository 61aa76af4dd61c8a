/** Layout of the platform pages: checks the operator permission and shows the sections as tabs. */
import { klutchPlatformReadPermission } from '@klutch/backstage-plugin-klutch-common';
import type { ReactNode } from 'react';
import {
  platformSections,
  useLinks,
  type PlatformSection,
} from '../hooks/useLinks';
import { useMe, useServices } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { ControlPlaneBanner } from '../shared/ControlPlaneBanner';
import { NavTabs } from '../shared/NavTabs';
import { Notice } from '../shared/Notice';
import { PageFrame } from '../shared/PageFrame';
import { QueryState } from '../shared/QueryState';

function Sections(props: {
  active: PlatformSection;
  permissionsEnabled: boolean;
  children: ReactNode;
}) {
  const t = useT();
  const links = useLinks();
  const services = useServices();
  return (
    <>
      {!props.permissionsEnabled && (
        <Notice tone="warning" title={t('platform.permissionsOffTitle')}>
          {t('platform.permissionsOff')}
        </Notice>
      )}
      <ControlPlaneBanner controlPlane={services.data?.controlPlane} />
      <NavTabs
        label={t('platform.sections.label')}
        active={props.active}
        dense
        tabs={platformSections.map(id => ({
          id,
          label: t(`platform.sections.${id}`),
          to: links.platform(id),
        }))}
      />
      {props.children}
    </>
  );
}

export function PlatformFrame(props: {
  active: PlatformSection;
  children: ReactNode;
}) {
  const t = useT();
  const me = useMe();
  return (
    <PageFrame active="platform">
      <QueryState query={me} label={t('platform.me')}>
        {user =>
          user.operator ? (
            <Sections
              active={props.active}
              permissionsEnabled={user.permissionsEnabled}
            >
              {props.children}
            </Sections>
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
    </PageFrame>
  );
}
