/** Page with the checklist of the portal's installation, which tests itself. */
import { Link } from '@backstage/core-components';
import Button from '@material-ui/core/Button';
import Typography from '@material-ui/core/Typography';
import type { SetUp, SetUpCheck } from '../../api/types';
import { useSetUp } from '../usePlatformQueries';
import { useT } from '../../hooks/useT';
import { DataTable, type Column } from '../../shared/DataTable';
import { IconText } from '../../shared/IconText';
import { Notice } from '../../shared/Notice';
import { QueryState } from '../../shared/QueryState';
import { RelativeTime } from '../../shared/RelativeTime';
import { Section } from '../../shared/Section';
import type { Tone } from '../../shared/tones';
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

/** Tone and title of all checks together. */
function useOutcome(checks: SetUpCheck[]): { tone: Tone; title: string } {
  const t = useT();
  const count = (wanted: SetUpCheck['state']) =>
    checks.filter(({ state }) => state === wanted).length;
  const failed = count('failed');
  const warned = count('warning');
  if (failed > 0) {
    const counts = { failed: String(failed), total: String(checks.length) };
    return { tone: 'error', title: t('platform.setUp.failed', counts) };
  }
  if (warned > 0) {
    return {
      tone: 'warning',
      title: t('platform.setUp.warned', { count: warned }),
    };
  }
  const unknown = count('unknown');
  return unknown > 0
    ? {
        tone: 'neutral',
        title: t('platform.setUp.unknown', { count: unknown }),
      }
    : { tone: 'ok', title: t('platform.setUp.allGood') };
}

function Checklist({ setUp: { checkedAt, checks } }: { setUp: SetUp }) {
  const t = useT();
  return (
    <>
      <Notice {...useOutcome(checks)}>
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
