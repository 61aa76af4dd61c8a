/** Summary of the chosen values, visible beside every step. */
import { makeStyles } from '@material-ui/core/styles';
import type { ServiceDetail } from '../api/types';
import { useT } from '../hooks/useT';
import { DescriptionList } from '../shared/DescriptionList';
import { ownerName } from '../shared/ownerName';
import { Section } from '../shared/Section';
import type { Draft } from './draft';
import { countSettings } from '../settings/form';
import { titlesOf } from './titles';

const useStyles = makeStyles(theme => ({
  missing: { color: theme.palette.text.secondary },
}));

export function SummaryPanel(props: { service: ServiceDetail; draft: Draft }) {
  const { service, draft } = props;
  const classes = useStyles();
  const t = useT();
  const titles = titlesOf(service, draft);
  const changed = countSettings(draft.settings);
  const shown = (value: string) =>
    value || (
      <span className={classes.missing}>{t('create.summary.missing')}</span>
    );
  return (
    <Section title={t('create.summary.title')}>
      <DescriptionList
        items={[
          { name: t('create.summary.service'), value: service.title },
          { name: t('create.summary.cluster'), value: shown(titles.cluster) },
          {
            name: t('create.summary.namespace'),
            value: shown(draft.namespace),
          },
          { name: t('create.summary.name'), value: shown(draft.name) },
          ...(draft.owner
            ? [
                {
                  name: t('create.summary.owner'),
                  value: ownerName(draft.owner),
                },
              ]
            : []),
          ...(draft.component
            ? [
                {
                  name: t('create.summary.component'),
                  value: ownerName(draft.component),
                },
              ]
            : []),
          ...(draft.composition
            ? [
                {
                  name: t('create.summary.composition'),
                  value: draft.composition,
                },
              ]
            : []),
          { name: t('create.summary.version'), value: shown(titles.version) },
          { name: t('create.summary.plan'), value: shown(titles.plan) },
          {
            name: t('create.summary.settings'),
            value:
              changed > 0
                ? t('create.summary.changed', { count: changed })
                : t('create.summary.defaults'),
          },
        ]}
      />
    </Section>
  );
}
