/** What a check found, and what to fix. */
import type { SetUpFinding } from '../../api/types';
import { IconText } from '../../shared/IconText';
import type { Tone } from '../../shared/tones';
import { MessageWithRemedy } from '../MessageWithRemedy';

/** Tone of the state of a check, and of each finding. */
export const findingTones: Record<SetUpFinding['state'], Tone> = {
  ok: 'ok',
  warning: 'warning',
  failed: 'error',
  unknown: 'neutral',
  unused: 'neutral',
};

export function FindingText({ finding }: { finding: SetUpFinding }) {
  return (
    <div>
      <IconText tone={findingTones[finding.state]}>
        <MessageWithRemedy problem={finding} remedyText="platform.setUp.fix" />
      </IconText>
    </div>
  );
}
