/** Page with the checklist of the portal's installation, which tests itself. */
import { Link } from '@backstage/core-components';
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import type { SetUp, SetUpCheck } from '../../api/types';
import { useSetUp } from '../../hooks/usePlatformQueries';
import { useT } from '../../hooks/useT';
import { DataTable, type Column } from '../../shared/DataTable';
import { IconText } from '../../shared/IconText';
import { Notice } from '../../shared/Notice';
import { QueryState } from '../../shared/QueryState';
import { RelativeTime } from '../../shared/RelativeTime';
import { Section } from '../../shared/Section';
import { PlatformFrame } from '../PlatformFrame';
import { findingTones, FindingText } from './FindingText';

function ChecksTable({ checks }: { checks: SetUpCheck[] }) {
  const t = useT();
  const columns: Column<SetUpCheck>[] = [
    {
      id: 'check',
      title: t('platform.setUp.column.check'),
      render: ({ name }) => t(`platform.setUp.check.${name}`),
    },
    {
      id: 'state',
      title: t('platform.setUp.column.state'),
      noWrap: true,
      render: ({ state }) => (
        <IconText tone={findingTones[state]}>
          {t(`platform.setUp.state.${state}`)}
        </IconText>
      ),
    },
    {
      id: 'findings',
      title: t('platform.setUp.column.findings'),
      render: ({ findings }) =>
        findings.map(finding => (
          <FindingText key={finding.message} finding={finding} />
        )),
    },
    {
      id: 'docs',
      title: t('platform.setUp.column.docs'),
      noWrap: true,
      render: ({ docsUrl }) => (
        <Link to={docsUrl}>{t('platform.setUp.docs')}</Link>
      ),
    },
  ];
  return (
    <DataTable
      label={t('platform.setUp.title')}
      columns={columns}
      rows={checks}
      keyOf={({ name }) => name}
    />
  );
}

function Checklist({ setUp: { checkedAt, checks } }: { setUp: SetUp }) {
  const t = useT();
  const failed = checks.filter(({ state }) => state === 'failed').length;
  const isWarned = checks.some(({ state }) => state === 'warning');
  const passed = isWarned ? 'warning' : 'ok';
  return (
    <>
      <Notice
        tone={failed > 0 ? 'error' : passed}
        title={
          failed > 0
            ? t('platform.setUp.failed', {
                failed: String(failed),
                total: String(checks.length),
              })
            : t('platform.setUp.allGood')
        }
      >
        {t('platform.setUp.checked')} <RelativeTime at={checkedAt} />
      </Notice>
      <ChecksTable checks={checks} />
    </>
  );
}

function SetUpSection() {
  const t = useT();
  const setUp = useSetUp();
  return (
    <Section
      title={t('platform.setUp.title')}
      actions={
        <Button
          disabled={setUp.isFetching}
          onClick={() => void setUp.refetch()}
        >
          {t('platform.setUp.again')}
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary" paragraph>
        {t('platform.setUp.intro')}
      </Typography>
      <QueryState query={setUp} label={t('platform.setUp.what')}>
        {data => <Checklist setUp={data} />}
      </QueryState>
    </Section>
  );
}

export function SetUpPage() {
  return (
    <PlatformFrame active="set-up">
      <SetUpSection />
    </PlatformFrame>
  );
}
