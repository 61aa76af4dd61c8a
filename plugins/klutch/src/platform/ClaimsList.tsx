/** Permission claims as a list of sentences, for dialogs that grant or accept permission claims. */
import Typography from '@material-ui/core/Typography';
import type { PermissionClaim } from '../api/types';
import { useT } from '../hooks/useT';
import { CodeBlock } from '../shared/CodeBlock';
import { Disclosure } from '../shared/Disclosure';

export function ClaimsList(props: { claims: PermissionClaim[] }) {
  const t = useT();
  return (
    <ul>
      {props.claims.map(({ text, whole }) => (
        <li key={whole}>
          <Typography variant="body1">{text}</Typography>
          <Disclosure title={t('platform.claims.whole')}>
            <CodeBlock label={t('platform.claims.whole')} text={whole} />
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}
