/** Error of a failed mutation, inside its dialog or page. */
import type { KlutchError } from '../api/KlutchError';
import { useT } from '../hooks/useT';
import { Causes } from './Causes';
import { ErrorState } from './ErrorState';
import { scrollIntoView } from './scrollIntoView';

export function FormError(props: { error: KlutchError | null | undefined }) {
  const { error } = props;
  const t = useT();
  if (!error) {
    return null;
  }
  return (
    <div ref={scrollIntoView}>
      <ErrorState
        error={error}
        title={
          error.kind === 'forbidden'
            ? t('shared.error.refusedTitle')
            : undefined
        }
      >
        <Causes causes={error.causes} />
      </ErrorState>
    </div>
  );
}
