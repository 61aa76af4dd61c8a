/** Error of a failed mutation, inside its dialog or page. */
import type { KlutchError } from '../api/KlutchError';
import { Causes } from './Causes';
import { ErrorState } from './ErrorState';
import { scrollIntoView } from './scrollIntoView';

export function FormError(props: { error: KlutchError | null | undefined }) {
  const { error } = props;
  if (!error) {
    return null;
  }
  return (
    <div ref={scrollIntoView}>
      <ErrorState error={error}>
        <Causes causes={error.causes} />
      </ErrorState>
    </div>
  );
}
