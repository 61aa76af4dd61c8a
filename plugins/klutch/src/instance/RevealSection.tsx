/** What follows the button that reveals credentials: the question for a reason, then the panel with the credentials. */
import { CredentialsPanel } from './CredentialsPanel';
import { RevealDialog } from './RevealDialog';
import type { useReveal } from './useReveal';

export function RevealSection(props: {
  reveal: ReturnType<typeof useReveal>;
  serviceType: string;
}) {
  const { state, secondsLeft, open, close } = props.reveal;
  switch (state.phase) {
    case 'closed':
      return null;
    case 'asking':
    case 'reading':
    case 'failed':
      // The dialog keeps the reason until the credentials have been read.
      return (
        <RevealDialog
          binding={state.binding}
          busy={state.phase === 'reading'}
          error={state.phase === 'failed' ? state.error : null}
          onReveal={reason => void open(state.binding, reason)}
          onClose={close}
        />
      );
    default:
      return (
        <CredentialsPanel
          key={state.binding.uid}
          binding={state.binding}
          credentials={state.credentials}
          serviceType={props.serviceType}
          secondsLeft={secondsLeft}
          onClose={close}
        />
      );
  }
}
