/** Tab on the entity page of an instance, with the content of the instance page. */
import { useEntity } from '@backstage/plugin-catalog-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { instanceTabs, type InstanceTab } from '../hooks/useLinks';
import { useServices } from '../hooks/useQueries';
import { useSearchFilter } from '../hooks/useSearchFilter';
import { InstanceView } from '../instance/InstanceView';
import { ControlPlaneBanner } from '../shared/ControlPlaneBanner';
import { claimOfEntity } from './entityRef';

export function EntityInstanceContent() {
  const { entity } = useEntity();
  const claimKey = claimOfEntity(entity);
  const services = useServices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [{ part }] = useSearchFilter(['part']);
  const linkOf = (tab: InstanceTab) => `${pathname}?part=${tab}`;
  if (!claimKey) {
    return null;
  }
  return (
    <>
      <ControlPlaneBanner controlPlane={services.data?.controlPlane} />
      <InstanceView
        claimKey={claimKey}
        tab={instanceTabs.find(id => id === part) ?? 'overview'}
        linkOf={linkOf}
        onTab={tab => navigate(linkOf(tab))}
      />
    </>
  );
}
