/** Who may bind an API. */
import Checkbox from '@material-ui/core/Checkbox';
import FormControlLabel from '@material-ui/core/FormControlLabel';
import FormGroup from '@material-ui/core/FormGroup';
import FormHelperText from '@material-ui/core/FormHelperText';
import Radio from '@material-ui/core/Radio';
import RadioGroup from '@material-ui/core/RadioGroup';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useState } from 'react';
import { useT, type T } from '../../hooks/useT';
import { issuerText } from './audienceText';
import { entriesOf } from './claimFields';
import { ListInput } from './ListInput';
import {
  isUnchosen,
  namesWithoutIssuer,
  type Audience,
} from './templateContents';

type Choice = 'default' | 'nobody' | 'some';

function choiceOf({ groups, issuers, users }: Audience): Choice {
  if (users ?? issuers ?? groups?.length) return 'some';
  return groups ? 'nobody' : 'default';
}

/** The default of the portal in words. */
function defaultText({ byDefault }: Schemas['AudienceRules'], t: T): string {
  const { groups } = byDefault;
  if (!groups) return t('templates.audience.defaultEveryone');
  return groups.length > 0
    ? t('templates.audience.defaultGroups', { groups: groups.join(', ') })
    : t('templates.audience.defaultNobody');
}

/** With all lists where some may bind, so that emptying them is no choice of nobody. */
const listsOf: Record<Choice, Audience> = {
  default: {},
  nobody: { groups: [] },
  some: { groups: [], users: [], issuers: [] },
};

const withoutEmpty = (list: string[]) => (list.length > 0 ? list : undefined);

interface AudienceFieldProps {
  audience: Audience;
  rules: Schemas['AudienceRules'];
  onChange: (audience: Audience) => void;
}

/** Also those that the template names and where nobody signs in any more, so that they can be removed. */
function Issuers({ audience, onChange, rules }: AudienceFieldProps) {
  const { issuers = [] } = audience;
  const t = useT();
  return (
    <FormGroup role="group" aria-label={t('templates.audience.issuers')}>
      {[...new Set([...rules.issuers, ...issuers])].map(issuer => (
        <FormControlLabel
          key={issuer}
          label={t(
            rules.issuers.includes(issuer)
              ? 'templates.audience.everybodyOf'
              : 'templates.audience.unknownIssuer',
            { issuer: issuerText(issuer, t) },
          )}
          control={
            <Checkbox
              color="primary"
              checked={issuers.includes(issuer)}
              onChange={(_, checked) => {
                const others = issuers.filter(other => other !== issuer);
                onChange({
                  ...listsOf.some,
                  ...audience,
                  issuers: (checked ? [...others, issuer] : others).sort(),
                });
              }}
            />
          }
        />
      ))}
    </FormGroup>
  );
}

function Names(props: AudienceFieldProps) {
  const { audience, rules } = props;
  const t = useT();
  const help = rules.needsIssuer
    ? t('templates.audience.issuerHelp', { issuers: rules.issuers.join(', ') })
    : t('templates.audience.namesHelp');
  const problemOf = (list: 'groups' | 'users') => {
    const names = namesWithoutIssuer({ [list]: audience[list] }, rules);
    return names.length > 0
      ? t('templates.audience.issuerProblem', { names: names.join(', ') })
      : undefined;
  };
  return (
    <>
      {(['groups', 'users'] as const).map(list => (
        <ListInput
          key={list}
          lines
          label={t(`templates.audience.${list}`)}
          help={help}
          problem={problemOf(list)}
          text={(audience[list] ?? []).join('\n')}
          onChange={text =>
            props.onChange({
              ...listsOf.some,
              ...audience,
              [list]: entriesOf(text),
            })
          }
        />
      ))}
    </>
  );
}

export function AudienceEditor(props: AudienceFieldProps) {
  const { audience, rules } = props;
  const t = useT();
  // Lists that are empty while somebody types are no choice of nobody.
  const [choice, setChoice] = useState(() => choiceOf(audience));
  const { namespaces } = audience;
  const labels: Record<Choice, string> = {
    default: defaultText(rules, t),
    nobody: t('templates.audience.nobody'),
    some: t('templates.audience.some'),
  };
  return (
    <>
      <RadioGroup
        aria-label={t('templates.audience.title')}
        value={choice}
        onChange={(_, value) => {
          const chosen = value as Choice;
          setChoice(chosen);
          props.onChange({
            ...listsOf[chosen],
            ...(namespaces && { namespaces }),
          });
        }}
      >
        {(Object.keys(labels) as Choice[]).map(value => (
          <FormControlLabel
            key={value}
            value={value}
            label={labels[value]}
            control={<Radio color="primary" />}
          />
        ))}
      </RadioGroup>
      {choice === 'some' && (
        <>
          <Issuers {...props} />
          <Names {...props} />
          {isUnchosen(audience) && (
            <FormHelperText error>
              {t('templates.audience.unchosen')}
            </FormHelperText>
          )}
        </>
      )}
      <ListInput
        lines
        label={t('templates.audience.namespaces')}
        help={t('templates.audience.namespacesHelp')}
        text={(namespaces ?? []).join('\n')}
        onChange={text => {
          const { namespaces: _before, ...rest } = audience;
          const list = withoutEmpty(entriesOf(text));
          props.onChange({ ...rest, ...(list && { namespaces: list }) });
        }}
      />
    </>
  );
}
