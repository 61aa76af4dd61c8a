/** What differs between two states of an offer, one field in a line. */
import type { T } from '../../hooks/useT';
import { useT } from '../../hooks/useT';
import { settingText, type SettingChange } from '../../settings/settingChanges';
import { DescriptionList } from '../../shared/DescriptionList';
import { issuerText } from './audienceText';

const audienceLists = ['groups', 'users', 'issuers', 'namespaces'] as const;

/** `secrets/v1 Provider › selector › names` */
function titleOf({ path }: SettingChange, t: T): string {
  const [first = '', ...rest] = path.filter(name => name !== 'claimed');
  const list = audienceLists.find(name => name === rest[0]);
  return first === 'allowed' && list
    ? [t('templates.audience.title'), t(`templates.audience.${list}`)].join(
        ' › ',
      )
    : [first, ...rest].join(' › ');
}

/** A list of the audience in words, anything else as it is written. */
function valueText(
  { path: [first, list] }: SettingChange,
  value: unknown,
  t: T,
): string {
  if (first !== 'allowed' || !Array.isArray(value)) {
    return settingText(value) ?? '';
  }
  if (value.length === 0) return t('templates.audience.nobody');
  const names = value.map(String);
  return list === 'issuers'
    ? names.map(issuer => issuerText(issuer, t)).join(', ')
    : names.join(', ');
}

const isWholeClaim = ({ path }: SettingChange) => path.at(-1) === 'claimed';

function textOf(change: SettingChange, t: T): string {
  const { after, before } = change;
  if (isWholeClaim(change)) {
    return after
      ? t('templates.review.claimAdded')
      : t('templates.review.claimRemoved');
  }
  const texts = {
    before: valueText(change, before, t),
    after: valueText(change, after, t),
  };
  if (before === undefined) return t('templates.review.added', texts);
  return after === undefined
    ? t('templates.review.removed', texts)
    : t('templates.review.change', texts);
}

export function ChangeList({ changes }: { changes: readonly SettingChange[] }) {
  const t = useT();
  return (
    <DescriptionList
      items={changes.map(change => ({
        name: titleOf(change, t),
        value: textOf(change, t),
      }))}
    />
  );
}
