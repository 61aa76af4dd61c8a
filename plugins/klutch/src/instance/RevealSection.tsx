/** What follows the button that reveals credentials: the question for a reason, the panel with the credentials, or an error. */
import { useT } from '../hooks/useT';
import { ErrorState } from '../shared/ErrorState';
import { Notice } from '../shared/Notice';
import { CredentialsPanel } from './CredentialsPanel';
import { RevealDialog } from './RevealDialog';
import type { useReveal } from './useReveal';

export function RevealSection(props: {
  reveal: ReturnType<typeof useReveal>;
  serviceType: string;
}) {
  const { state, secondsLeft, open, close } = props.reveal;
  const t = useT();
  switch (state.phase) {
    case 'closed':
      return null;
    case 'asking':
      return (
        <RevealDialog
          binding={state.binding}
          onReveal={reason => void open(state.binding, reason)}
          onClose={close}
        />
      );
    case 'reading':
      return <Notice tone="busy">{t('instance.connect.revealing')}</Notice>;
    case 'failed':
      return <ErrorState error={state.error} />;
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
