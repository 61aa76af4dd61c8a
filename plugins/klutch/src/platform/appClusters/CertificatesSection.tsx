/** When the certificate of an app cluster's API server, and the portal's credentials there, end. */
import Typography from '@material-ui/core/Typography';
import { useT } from '../../hooks/useT';
import { QueryState } from '../../shared/QueryState';
import { Section } from '../../shared/Section';
import { FindingText } from '../setUp/FindingText';
import { useAppClusterCertificates } from './useAppCluster';

export function CertificatesSection({ id }: { id: string }) {
  const t = useT();
  const certificates = useAppClusterCertificates(id);
  // Of a kubeconfig that cannot be used.
  if (certificates.data?.findings.length === 0) return null;
  return (
    <Section title={t('appClusters.certificates')}>
      <QueryState query={certificates} label={t('appClusters.certificates')}>
        {({ findings }) =>
          findings.map(finding => (
            <Typography
              key={finding.message}
              variant="body2"
              component="div"
              gutterBottom
            >
              <FindingText finding={finding} />
            </Typography>
          ))
        }
      </QueryState>
    </Section>
  );
}
