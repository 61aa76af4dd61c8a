/** What an offer, or its change, would do: the control plane's answer, the changes, the effect on app clusters, YAML. */
import Typography from '@material-ui/core/Typography';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useAppClusterTitle } from '../../hooks/useAppClusterTitle';
import { useT, type T } from '../../hooks/useT';
import type { SettingChange } from '../../settings/settingChanges';
import { CodeBlock } from '../../shared/CodeBlock';
import { DescriptionList } from '../../shared/DescriptionList';
import { Disclosure } from '../../shared/Disclosure';
import { Notice } from '../../shared/Notice';
import { PagedTable } from '../../shared/PagedTable';
import { audienceText } from './audienceText';
import { ChangeList } from './ChangeList';
import { claimSentence } from './claimSentence';
import { ClaimWords } from './ClaimWords';
import { PartHeading } from './PartHeading';
import { RefusalNotice } from './RefusalNotice';
import type { Audience } from './templateContents';

type Preview = Schemas['ExportTemplatePreview'];

function Answer({ refusal }: Preview) {
  const t = useT();
  return refusal ? (
    <RefusalNotice title={t('templates.review.refused')} refusal={refusal}>
      {t('templates.review.refusedText')}
    </RefusalNotice>
  ) : (
    <Notice tone="ok">{t('templates.review.accepted')}</Notice>
  );
}

function effectTexts(
  { added, changed, removed }: Schemas['ExportEffect'],
  t: T,
): string[] {
  const words = (claims: typeof added) =>
    claims.map(claim => claimSentence(claim, t)).join(' ');
  const texts = [
    ...(added.length > 0
      ? [t('templates.review.waits', { claims: words(added) })]
      : []),
    ...(changed.length > 0
      ? [t('templates.review.changed', { claims: words(changed) })]
      : []),
    ...(removed.length > 0
      ? [t('templates.review.ends', { claims: words(removed) })]
      : []),
  ];
  return texts.length > 0 ? texts : [t('templates.review.noChange')];
}

function Effects({
  effects,
  hiddenEffects: count,
}: Pick<Preview, 'effects' | 'hiddenEffects'>) {
  const t = useT();
  const titleOf = useAppClusterTitle();
  const hidden = count > 0 && (
    <Typography variant="body2">
      {t('templates.review.hidden', { count })}
    </Typography>
  );
  if (effects.length === 0) {
    return (
      hidden || (
        <Typography variant="body2">
          {t('templates.review.noEffects')}
        </Typography>
      )
    );
  }
  return (
    <>
      <PagedTable
        size="small"
        label={t('templates.review.effects')}
        rows={effects}
        keyOf={({ clusterNamespace }) => clusterNamespace}
        columns={[
          {
            id: 'cluster',
            title: t('templates.review.cluster'),
            render: ({ cluster }) => titleOf(cluster),
          },
          {
            id: 'effect',
            title: t('templates.review.effect'),
            render: effect =>
              effectTexts(effect, t).map(text => (
                <Typography key={text} variant="body2">
                  {text}
                </Typography>
              )),
          },
        ]}
      />
      {hidden}
    </>
  );
}

function Manifest({
  before,
  command,
  fileName,
  manifest,
}: Preview & { fileName: string }) {
  const t = useT();
  return (
    <Disclosure title={t('templates.review.manifest')}>
      <Typography variant="body2" paragraph>
        {t('templates.review.manifestText')}
      </Typography>
      <DescriptionList
        items={[
          {
            name: t('templates.review.after'),
            value: (
              <CodeBlock
                label={t('templates.review.after')}
                text={manifest}
                fileName={fileName}
              />
            ),
          },
          ...(before
            ? [
                {
                  name: t('templates.review.before'),
                  value: (
                    <CodeBlock
                      label={t('templates.review.before')}
                      text={before}
                    />
                  ),
                },
              ]
            : []),
          {
            name: t('templates.review.command'),
            value: (
              <CodeBlock
                wrap
                label={t('templates.review.command')}
                text={command}
              />
            ),
          },
        ]}
      />
    </Disclosure>
  );
}

export function TemplateReview(props: {
  preview: Preview;
  /** Empty for a new offer. */
  changes: readonly SettingChange[];
  /** Of the manifest. */
  fileName: string;
  audience: Audience;
}) {
  const { audience, changes, preview } = props;
  const t = useT();
  return (
    <>
      <Answer {...preview} />
      {changes.length > 0 && (
        <>
          <PartHeading>{t('templates.review.changes')}</PartHeading>
          <ChangeList changes={changes} />
        </>
      )}
      <PartHeading>{t('templates.claims.title')}</PartHeading>
      {preview.claims.length === 0 && (
        <Typography variant="body2">{t('templates.claims.none')}</Typography>
      )}
      {preview.claims.map(claim => (
        <ClaimWords key={claim.whole} claim={claim} />
      ))}
      <Typography variant="body2">{audienceText(audience, t)}</Typography>
      <PartHeading>{t('templates.review.effects')}</PartHeading>
      <Effects {...preview} />
      {preview.manifest && <Manifest {...preview} fileName={props.fileName} />}
    </>
  );
}
