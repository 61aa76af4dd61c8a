/** Names that kubectl users need: the API of a service, and the compositions that an order can choose. */
import Typography from '@material-ui/core/Typography';
import type { ServiceDetail } from '../api/types';
import { useT } from '../hooks/useT';
import { DescriptionList } from '../shared/DescriptionList';
import { Disclosure } from '../shared/Disclosure';
import { compositionsOf } from '../plans/compositions';

function Compositions(props: { names: string[]; byDefault?: string }) {
  const { names, byDefault } = props;
  const t = useT();
  return (
    <>
      {names.map(name => (
        <div key={name}>
          <code>{name}</code>{' '}
          {name === byDefault && t('services.service.compositionDefault')}
        </div>
      ))}
      {names.length > 1 && (
        <Typography variant="body2" color="textSecondary">
          {t('services.service.compositionHelp')}
        </Typography>
      )}
    </>
  );
}

export function TechnicalDetails({ service }: { service: ServiceDetail }) {
  const t = useT();
  const compositions = compositionsOf(service);
  return (
    <Disclosure title={t('shared.details')}>
      <DescriptionList
        items={[
          {
            name: t('services.service.resource'),
            value: <code>{service.resource}</code>,
          },
          {
            name: t('services.service.apiVersion'),
            value: <code>{service.apiVersion}</code>,
          },
          {
            name: t('services.service.kind'),
            value: <code>{service.kind}</code>,
          },
          ...(compositions.length > 0
            ? [
                {
                  name: t('services.service.composition'),
                  value: (
                    <Compositions
                      names={compositions}
                      byDefault={service.defaultComposition}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
    </Disclosure>
  );
}
