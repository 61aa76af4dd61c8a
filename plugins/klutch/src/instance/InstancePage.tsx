/** The page of one instance. */
import { useNavigate, useParams } from 'react-router-dom';
import { instanceTabs, useLinks } from '../hooks/useLinks';
import { useServices } from '../hooks/useQueries';
import { ControlPlaneBanner } from '../shared/ControlPlaneBanner';
import { PageFrame } from '../shared/PageFrame';
import { InstanceView } from './InstanceView';

export function InstancePage() {
  const {
    cluster = '',
    namespace = '',
    resource = '',
    name = '',
    tab,
  } = useParams();
  const links = useLinks();
  const navigate = useNavigate();
  const services = useServices();
  const claimKey = { cluster, namespace, resource, name };
  return (
    <PageFrame title={name} active="instances">
      <ControlPlaneBanner controlPlane={services.data?.controlPlane} />
      <InstanceView
        key={`${cluster}/${namespace}/${resource}/${name}`}
        claimKey={claimKey}
        tab={instanceTabs.find(id => id === tab) ?? 'overview'}
        linkOf={id => links.instance(claimKey, id)}
        onTab={id => navigate(links.instance(claimKey, id))}
      />
    </PageFrame>
  );
}
