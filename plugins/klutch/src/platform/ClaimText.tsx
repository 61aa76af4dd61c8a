/** A permission claim in words with its risks, and as YAML. */
import type { PermissionClaim } from '../api/types';
import { useT } from '../hooks/useT';
import { CodeBlock } from '../shared/CodeBlock';
import { Disclosure } from '../shared/Disclosure';
import { ClaimWords } from './templates/ClaimWords';

export function ClaimText({ claim }: { claim: PermissionClaim }) {
  const t = useT();
  return (
    <>
      <ClaimWords claim={claim} />
      <Disclosure title={t('platform.claims.whole')}>
        <CodeBlock label={t('platform.claims.whole')} text={claim.whole} />
      </Disclosure>
    </>
  );
}
