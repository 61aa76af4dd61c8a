/** Whom the instance belongs to, and which component of the catalog uses it. */
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import { useComponents } from '../hooks/useComponents';
import { useMe } from '../hooks/useQueries';
import { useT } from '../hooks/useT';
import { ownerName } from '../shared/ownerName';
import type { Draft } from './draft';

export function OwnershipFields(props: {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}) {
  const { draft, onChange } = props;
  const t = useT();
  const me = useMe();
  const components = useComponents(me.data);
  const { userRef = '', groups = [] } = me.data ?? {};
  const known = components.data ?? [];
  // One that the link to this page names may belong to somebody else.
  const choices =
    draft.component && !known.some(({ ref }) => ref === draft.component)
      ? [...known, { ref: draft.component, title: ownerName(draft.component) }]
      : known;
  return (
    <>
      {groups.length > 0 && (
        <TextField
          id="klutch-create-owner"
          select
          label={t('create.where.owner')}
          value={draft.owner || userRef}
          onChange={event => onChange({ owner: event.target.value })}
          helperText={t('create.where.ownerHelp')}
          variant="outlined"
        >
          {[userRef, ...groups].map(ref => (
            <MenuItem key={ref} value={ref}>
              {ref === userRef
                ? t('create.where.ownerMe', { name: ownerName(ref) })
                : ownerName(ref)}
            </MenuItem>
          ))}
        </TextField>
      )}
      {choices.length > 0 && (
        <TextField
          id="klutch-create-component"
          select
          label={t('create.where.component')}
          value={draft.component}
          onChange={event => onChange({ component: event.target.value })}
          helperText={t('create.where.componentHelp')}
          variant="outlined"
          SelectProps={{ displayEmpty: true }}
          InputLabelProps={{ shrink: true }}
        >
          <MenuItem value="">{t('create.where.componentNone')}</MenuItem>
          {choices.map(({ ref, title }) => (
            <MenuItem key={ref} value={ref}>
              {title}
            </MenuItem>
          ))}
        </TextField>
      )}
    </>
  );
}
