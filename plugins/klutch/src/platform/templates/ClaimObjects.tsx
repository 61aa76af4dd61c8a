/** Which objects a permission claim covers. */
import { useState } from 'react';
import { useT } from '../../hooks/useT';
import type { ClaimFieldsProps } from './ClaimFieldsProps';
import {
  labelSelectorsText,
  listOrAbsent,
  listText,
  parseLabelSelectors,
  withField,
} from './claimFields';
import { FlagInput } from './FlagInput';
import { ListInput } from './ListInput';

function LabelSelectors({ claim, onChange }: ClaimFieldsProps) {
  const t = useT();
  const [isWrong, setIsWrong] = useState(false);
  return (
    <ListInput
      lines
      label={t('templates.claims.labelSelectors')}
      help={t('templates.claims.labelSelectorsHelp')}
      problem={
        isWrong ? t('templates.claims.labelSelectorsProblem') : undefined
      }
      text={labelSelectorsText(claim)}
      onChange={text => {
        const parsed = parseLabelSelectors(text);
        setIsWrong(!parsed);
        if (!parsed) return;
        onChange(withField(claim, 'selector.labelSelectors', parsed.selectors));
      }}
    />
  );
}

export function ClaimObjects({ claim, onChange }: ClaimFieldsProps) {
  const t = useT();
  // An empty list has another meaning than none.
  const isClusterScoped = claim.selector?.namespaces?.length === 0;
  return (
    <>
      <ListInput
        label={t('templates.claims.names')}
        help={t('templates.claims.namesHelp')}
        text={listText(claim, 'selector.names')}
        onChange={text =>
          onChange(withField(claim, 'selector.names', listOrAbsent(text)))
        }
      />
      <ListInput
        label={t('templates.claims.namespaces')}
        help={t('templates.claims.namespacesHelp')}
        disabled={isClusterScoped}
        text={listText(claim, 'selector.namespaces')}
        onChange={text =>
          onChange(withField(claim, 'selector.namespaces', listOrAbsent(text)))
        }
      />
      <FlagInput
        label={t('templates.claims.isClusterScoped')}
        checked={isClusterScoped}
        onChange={checked =>
          onChange(
            withField(claim, 'selector.namespaces', checked ? [] : undefined),
          )
        }
      />
      <LabelSelectors claim={claim} onChange={onChange} />
      <ListInput
        label={t('templates.claims.fieldSelectors')}
        help={t('templates.claims.fieldSelectorsHelp')}
        text={listText(claim, 'selector.fieldSelectors')}
        onChange={text =>
          onChange(
            withField(claim, 'selector.fieldSelectors', listOrAbsent(text)),
          )
        }
      />
    </>
  );
}
