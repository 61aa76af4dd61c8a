/** Page with the control plane cluster's APIs: offered or not, to whom, and with which permission claims. */
import MenuItem from '@material-ui/core/MenuItem';
import TextField from '@material-ui/core/TextField';
import Typography from '@material-ui/core/Typography';
import { makeStyles } from '@material-ui/core/styles';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { useState } from 'react';
import type { Api, ExportTemplate } from '../../api/types';
import { useApis, useExportTemplates } from '../usePlatformQueries';
import { useSearchFilter } from '../../hooks/useSearchFilter';
import { useT } from '../../hooks/useT';
import { EmptyState } from '../../shared/EmptyState';
import { QueryState } from '../../shared/QueryState';
import { Section } from '../../shared/Section';
import { PlatformFrame } from '../PlatformFrame';
import { ApisTable, type OfferAction, type OfferRow } from './ApisTable';
import { HistoryDialog } from './HistoryDialog';
import { isShown, offerRows, type OfferFilter } from './offerRows';
import type { TemplateContents } from './templateContents';
import { EditOfferDialog, OfferDialog } from './TemplateDialog';
import { WithdrawDialog } from './WithdrawDialog';

const useStyles = makeStyles(theme => ({
  filters: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: theme.spacing(2),
    marginBottom: theme.spacing(2),
  },
}));

/** The dialog that is open. */
interface OpenDialog {
  action: OfferAction;
  row: OfferRow;
  /** Revision to go back to. */
  initial?: TemplateContents;
}

function OfferDialogs(props: {
  open: OpenDialog;
  templates: ExportTemplate[];
  rules: Schemas['AudienceRules'];
  onOpen: (open: OpenDialog | undefined) => void;
}) {
  const { open, rules, onOpen, templates } = props;
  const { action, initial, row } = open;
  const { api, resource, template } = row;
  const onClose = () => onOpen(undefined);
  if (action === 'offer') {
    return api ? (
      <OfferDialog api={api} rules={rules} onClose={onClose} />
    ) : null;
  }
  if (!template) return null;
  switch (action) {
    case 'edit':
      return (
        <EditOfferDialog
          template={template}
          api={api}
          rules={rules}
          initial={initial}
          onClose={onClose}
        />
      );
    case 'history':
      return (
        <HistoryDialog
          template={template}
          onRestore={contents =>
            onOpen({ action: 'edit', row, initial: contents })
          }
          onClose={onClose}
        />
      );
    default:
      return (
        <WithdrawDialog
          template={template}
          templates={templates.filter(item => item.resource === resource)}
          onClose={onClose}
        />
      );
  }
}

const filters = {
  all: 'showAll',
  offered: 'showOffered',
  open: 'showOpen',
} as const;

const filterOf = (value: string): OfferFilter =>
  value === 'offered' || value === 'open' ? value : 'all';

function Offers(props: {
  apis: Api[];
  templates: ExportTemplate[];
  rules: Schemas['AudienceRules'];
}) {
  const t = useT();
  const classes = useStyles();
  const [open, setOpen] = useState<OpenDialog>();
  const [{ search, show }, setFilter] = useSearchFilter(['search', 'show']);
  const filter = filterOf(show);
  const rows = offerRows(props.apis, props.templates);
  const shown = rows.filter(row => isShown(row, search, filter));
  if (rows.length === 0) return <EmptyState>{t('templates.empty')}</EmptyState>;
  return (
    <>
      <div className={classes.filters}>
        <TextField
          id="api-search"
          type="search"
          label={t('templates.search')}
          value={search}
          onChange={event => setFilter({ search: event.target.value })}
          size="small"
        />
        <TextField
          select
          id="api-show"
          label={t('templates.show')}
          value={filter}
          onChange={event => setFilter({ show: event.target.value })}
          size="small"
        >
          {Object.entries(filters).map(([value, label]) => (
            <MenuItem key={value} value={value}>
              {t(`templates.${label}`)}
            </MenuItem>
          ))}
        </TextField>
      </div>
      {shown.length > 0 ? (
        <ApisTable
          key={`${search} ${filter}`}
          rows={shown}
          onAction={(action, row) => setOpen({ action, row })}
        />
      ) : (
        <EmptyState>{t('templates.noMatch')}</EmptyState>
      )}
      {open && (
        <OfferDialogs
          open={open}
          templates={props.templates}
          rules={props.rules}
          onOpen={setOpen}
        />
      )}
    </>
  );
}

function Templates() {
  const t = useT();
  const apis = useApis();
  const templates = useExportTemplates();
  return (
    <Section title={t('templates.title')}>
      <Typography variant="body2" color="textSecondary" paragraph>
        {t('templates.intro')}
      </Typography>
      <QueryState query={apis} label={t('templates.what')}>
        {({ items }) => (
          <QueryState query={templates} label={t('templates.what')}>
            {offers => (
              <Offers
                apis={items}
                templates={offers.items}
                rules={offers.audienceRules}
              />
            )}
          </QueryState>
        )}
      </QueryState>
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
