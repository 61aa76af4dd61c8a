/** Page with the control plane cluster's APIs: offered or not, and with which permission claims. */
import Typography from '@material-ui/core/Typography';
import { useState } from 'react';
import type { Api } from '../api/types';
import { useApis, useExportTemplates } from '../hooks/usePlatformQueries';
import { useT } from '../hooks/useT';
import { EmptyState } from '../shared/EmptyState';
import { QueryState } from '../shared/QueryState';
import { Section } from '../shared/Section';
import { ApisTable } from './ApisTable';
import { OfferDialog } from './OfferDialog';
import { PlatformFrame } from './PlatformFrame';
import { WithdrawDialog } from './WithdrawDialog';

function Templates() {
  const t = useT();
  const apis = useApis();
  const templates = useExportTemplates();
  const [offering, setOffering] = useState<Api>();
  const [withdrawing, setWithdrawing] = useState<Api>();
  const templatesOf = (api: Api) =>
    templates.data?.items.filter(item => item.resource === api.resource) ?? [];
  return (
    <Section title={t('platform.templates.title')}>
      <Typography variant="body2" color="textSecondary" paragraph>
        {t('platform.templates.intro')}
      </Typography>
      <QueryState query={apis} label={t('platform.templates.what')}>
        {({ items }) => (
          <QueryState query={templates} label={t('platform.templates.what')}>
            {offers =>
              items.length === 0 ? (
                <EmptyState>{t('platform.templates.empty')}</EmptyState>
              ) : (
                <ApisTable
                  apis={items}
                  templates={offers.items}
                  onOffer={setOffering}
                  onWithdraw={setWithdrawing}
                />
              )
            }
          </QueryState>
        )}
      </QueryState>
      {offering && (
        <OfferDialog api={offering} onClose={() => setOffering(undefined)} />
      )}
      {withdrawing && (
        <WithdrawDialog
          api={withdrawing}
          templates={templatesOf(withdrawing)}
          onClose={() => setWithdrawing(undefined)}
        />
      )}
    </Section>
  );
}

export function ExportTemplatesPage() {
  return (
    <PlatformFrame active="export-templates">
      <Templates />
    </PlatformFrame>
  );
}
