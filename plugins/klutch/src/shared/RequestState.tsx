/** The state of a request for a service, and below it the operator's answer. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import Typography from '@material-ui/core/Typography';
import { useT } from '../hooks/useT';
import { IconText } from './IconText';
import type { Tone } from './tones';

type Request = Schemas['OwnServiceRequest'];

const tones: Record<Exclude<Request['state'], 'Open'>, Tone> = {
  Approved: 'busy',
  Fulfilled: 'ok',
  Dismissed: 'neutral',
};

/** What one waits for, the other has to do. */
const openTones = { asker: 'busy', operator: 'warning' } as const;

const texts = {
  asker: 'services.own.state',
  operator: 'appClusters.requests.state',
} as const;

export function RequestState(props: {
  request: Request;
  reader: 'asker' | 'operator';
}) {
  const { reader, request } = props;
  const t = useT();
  const { message, state } = request;
  return (
    <>
      <IconText tone={state === 'Open' ? openTones[reader] : tones[state]}>
        {t(`${texts[reader]}.${state}`)}
      </IconText>
      {message && (
        <Typography variant="body2" color="textSecondary">
          {message}
        </Typography>
      )}
    </>
  );
}
