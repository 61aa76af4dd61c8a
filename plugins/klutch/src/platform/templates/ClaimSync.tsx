/** Which labels, annotations and fields of claimed objects are synced. */
import { useT } from '../../hooks/useT';
import type { ClaimFieldsProps } from './ClaimFieldsProps';
import {
  listOrAbsent,
  listText,
  patternsOrAbsent,
  patternsText,
  withField,
} from './claimFields';
import { ListInput } from './ListInput';

const patterns = [
  { path: 'read.labels', label: 'readLabels' },
  { path: 'read.labelsOnProviderOwnedObjects', label: 'readLabelsOnProvider' },
  { path: 'read.annotations', label: 'readAnnotations' },
  { path: 'read.overrideAnnotations', label: 'overrideAnnotations' },
  { path: 'update.labels', label: 'writeLabels' },
  {
    path: 'update.labelsOnConsumerOwnedObjects',
    label: 'writeLabelsOnConsumer',
  },
  { path: 'update.annotations', label: 'writeAnnotations' },
  {
    path: 'update.annotationsOnConsumerOwnedObjects',
    label: 'writeAnnotationsOnConsumer',
  },
] as const;

const paths = [
  { path: 'update.fields', label: 'fields' },
  { path: 'update.preserving', label: 'preserving' },
] as const;

export function ClaimSync({ claim, onChange }: ClaimFieldsProps) {
  const t = useT();
  return (
    <>
      {paths.map(({ path, label }) => (
        <ListInput
          key={path}
          label={t(`templates.claims.${label}`)}
          help={t('templates.claims.pathsHelp')}
          text={listText(claim, path)}
          onChange={text =>
            onChange(withField(claim, path, listOrAbsent(text)))
          }
        />
      ))}
      {patterns.map(({ path, label }) => (
        <ListInput
          key={path}
          label={t(`templates.claims.${label}`)}
          help={t('templates.claims.keysHelp')}
          text={patternsText(claim, path)}
          onChange={text =>
            onChange(withField(claim, path, patternsOrAbsent(text)))
          }
        />
      ))}
    </>
  );
}
