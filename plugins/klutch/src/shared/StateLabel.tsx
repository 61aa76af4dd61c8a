/** The state of a claim with icon and text, because colour alone is not accessible. */
import type { BackstageTheme } from '@backstage/theme';
import { makeStyles } from '@material-ui/core/styles';
import CheckIcon from '@material-ui/icons/CheckCircle';
import CloudOffIcon from '@material-ui/icons/CloudOff';
import ErrorIcon from '@material-ui/icons/Error';
import HourglassIcon from '@material-ui/icons/HourglassEmpty';
import SyncIcon from '@material-ui/icons/Sync';
import WarningIcon from '@material-ui/icons/Warning';
import { useState } from 'react';
import type { Claim, ClaimState } from '../api/types';
import { useT, type T } from '../hooks/useT';
import { animation } from './animation';
import { explanationText } from './explanationText';
import { useToneClasses, type Tone } from './tones';

// No styles that depend on props: each use of those makes a stylesheet of its own, and a table has many labels.
const useStyles = makeStyles<BackstageTheme>(theme => ({
  '@keyframes turn': { to: { transform: 'rotate(-360deg)' } },
  '@keyframes mark': {
    from: { background: theme.palette.action.selected },
    to: { background: 'transparent' },
  },
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: theme.spacing(0.75),
    borderRadius: theme.shape.borderRadius,
  },
  changed: animation('$mark 2s ease-out'),
  icon: { fontSize: 18 },
  turning: animation('$turn 1.6s linear infinite'),
}));

const stateAppearance: Record<
  ClaimState,
  { tone: Tone; icon: typeof SyncIcon }
> = {
  Waiting: { tone: 'neutral', icon: HourglassIcon },
  Creating: { tone: 'busy', icon: SyncIcon },
  Updating: { tone: 'busy', icon: SyncIcon },
  Deleting: { tone: 'busy', icon: SyncIcon },
  Ready: { tone: 'ok', icon: CheckIcon },
  Degraded: { tone: 'warning', icon: WarningIcon },
  Failed: { tone: 'error', icon: ErrorIcon },
  Unknown: { tone: 'neutral', icon: CloudOffIcon },
};

/** Whether a text, such as one of an address, is a state. */
export const isClaimState = (text: string): text is ClaimState =>
  Object.hasOwn(stateAppearance, text);

/** The tone of a state, for notices about the state. */
export function stateTone(state: ClaimState): Tone {
  return stateAppearance[state].tone;
}

type StateFields = Pick<
  Claim,
  'state' | 'stateText' | 'stateReason' | 'providerState'
> &
  Partial<Pick<Claim, 'type'>>;

/** A restore creates nothing but its own object. */
const plainText = ({ state, type }: StateFields, t: T): string =>
  state === 'Creating' && type === 'restore'
    ? t('shared.restoring')
    : t(`shared.state.${state}`);

/** A state in the user's language, with what the provider calls it. */
export function stateText(claim: StateFields, t: T): string {
  const { stateText: message, stateReason, providerState } = claim;
  const text = stateReason
    ? explanationText({ message, reason: stateReason }, t)
    : plainText(claim, t);
  return providerState
    ? t('shared.providerState', { state: text, providerState })
    : text;
}

export function StateLabel({ claim }: { claim: StateFields }) {
  const { tone, icon: Icon } = stateAppearance[claim.state];
  const classes = useStyles();
  const toneClasses = useToneClasses();
  const t = useT();
  const text = stateText(claim, t);
  const [first] = useState(text);
  const [changed, setChanged] = useState(false);
  if (!changed && text !== first) {
    setChanged(true);
  }
  return (
    // A new key restarts the animation that highlights a changed state.
    <span
      key={text}
      className={`${classes.root} ${changed ? classes.changed : ''}`}
    >
      <Icon
        aria-hidden
        className={`${classes.icon} ${toneClasses[tone]} ${
          Icon === SyncIcon ? classes.turning : ''
        }`}
      />
      {text}
    </span>
  );
}
