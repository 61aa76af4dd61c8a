/** What differs between two states of an offer, one field in a line. */
import type { T } from '../../hooks/useT';
import { useT } from '../../hooks/useT';
import { settingText, type SettingChange } from '../../settings/settingChanges';
import { DescriptionList } from '../../shared/DescriptionList';

/** `secrets/v1 Provider › selector › names` */
function titleOf({ path }: SettingChange, t: T): string {
  const [first = '', ...rest] = path.filter(name => name !== 'claimed');
  const title = first === 'allowed' ? t('templates.audience.title') : first;
  return [title, ...rest].join(' › ');
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
    before: settingText(before) ?? '',
    after: settingText(after) ?? '',
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
