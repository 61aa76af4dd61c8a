/** Error of a failed mutation, inside its dialog or page. */
import { useT } from '../hooks/useT';
import { explanationText } from './explanationText';
import type { KlutchError } from '../api/KlutchError';
import { ErrorState } from './ErrorState';

export function FormError(props: { error: KlutchError | null | undefined }) {
  const { error } = props;
  const t = useT();
  if (!error) {
    return null;
  }
  return (
    <ErrorState error={error}>
      {error.causes.length > 0 && (
        <ul>
          {error.causes.map(cause => (
            <li key={`${cause.field}${cause.message}`}>
              {cause.field && (
                <>
                  <code>{cause.field}</code>:{' '}
                </>
              )}
              {explanationText(cause, t)}
            </li>
          ))}
        </ul>
      )}
    </ErrorState>
  );
}
