import {
  CONTROL_PLANE_NAME,
  explain,
  fieldTitle,
} from '@klutch/backstage-plugin-klutch-common';
import { createTranslationMessages } from '@backstage/core-plugin-api/alpha';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  ago,
  alice,
  api,
  boundEvent,
  claim,
  claimDetail,
  exportTemplate,
  oscar,
  platformAppCluster,
  postgresql,
} from '../__testUtils__/fixtures';
import { FakePortal } from '../__testUtils__/FakePortal';
import { renderPortal } from '../__testUtils__/renderPortal';
import type { Claim } from '../api/types';
import { messages } from '.';
import germanTranslation from './de';
import { flattenMessages } from './translate';
import { formatBytes, formatQuantity } from '../shared/formatBytes';
import { ownerName } from '../shared/ownerName';
import { klutchTranslationRef } from './translationRef';
import { klutchTranslations } from './translations';

const english = flattenMessages(messages);
const german: Record<string, string> = germanTranslation.messages;

const entries = Object.entries(english);
/** Phrases and sentences of the backend are English, so other languages do without them. */
const placeholders = (text: string) =>
  (text.match(/\{\{(?!action|sentence)[^}]*\}\}/g) ?? []).sort();

/** Words that are the same in both languages. */
const sameInGerman = new Set([
  'API',
  'APIs',
  'Backup',
  'Backups',
  'Cluster',
  'Conditions',
  'Details',
  'JSON',
  'Konnector',
  'Kubeconfig',
  'Name',
  'Namespace',
  'Plan',
  'Plan {{plan}}',
  'Service',
  'Services',
  'UID',
  'URI',
  'Version',
  'YAML',
  'Argo CD',
  'Flux',
  'mariadb',
  'mongosh',
  'psql',
  'valkey-cli',
  'servicebinding.io',
  'Backend',
  '{{count}} API',
  '{{count}} APIs',
  'Claim',
  'Claim {{number}}',
  'Composition',
  'Configuration',
  'Crossplane',
  'Function',
  'Package',
  'Provider',
  'Revision {{number}}',
  'Schema',
  'Scope',
  'Update',
  'XRD',
]);

describe('German texts', () => {
  it('are complete', () => {
    expect(Object.keys(german)).toEqual(Object.keys(english));
  });

  it('have the placeholders of the English texts', () => {
    const of = (texts: Record<string, string>) =>
      Object.fromEntries(
        entries.map(([key]) => [key, placeholders(texts[key] ?? '')]),
      );
    expect(of(german)).toEqual(of(english));
  });

  it('are German', () => {
    const hasWords = (text: string) =>
      /\p{L}/u.test(text.replace(/\{\{[^}]*\}\}/g, ''));
    expect(
      entries.filter(
        ([key, text]) =>
          german[key] === text && hasWords(text) && !sameInGerman.has(text),
      ),
    ).toEqual([]);
  });

  it('address the user formally, with German quotation marks', () => {
    expect(
      Object.values(german).filter(text =>
        /["”]|\b(du|dein\w*|dir|dich)\b/i.test(text),
      ),
    ).toEqual([]);
  });

  it('are shown to users who chose German', async () => {
    const portal = new FakePortal();
    portal.claims = [
      claim('instance', 'orders-db'),
      claim('instance', 'billing-db', {
        state: 'Waiting',
        stateText: 'Waiting for konnector',
        stateReason: 'WaitingForKonnector',
      }),
    ];
    renderPortal(portal, '/klutch/instances', {
      translation: klutchTranslations,
      language: 'de',
    });
    const row = await screen.findByRole('row', { name: /orders-db/ });
    expect(row).toHaveTextContent('Bereit');
    expect(row).toHaveTextContent('vor 1 h');
    expect(screen.getByText('Wartet auf den Konnector')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Instanzen' })).toBeVisible();

    await userEvent.click(screen.getByRole('link', { name: 'orders-db' }));
    expect(await screen.findByText('1 Condition')).toBeInTheDocument();
  });
});

describe('the explanations of the backend', () => {
  const page = `/klutch/instances/apps-dev/team-a/${postgresql}/orders-db/connect`;
  const inGerman = (...claims: Claim[]) => {
    const portal = new FakePortal();
    portal.claims = claims;
    renderPortal(portal, page, {
      translation: klutchTranslations,
      language: 'de',
    });
  };

  it('are in the language of the user', async () => {
    const lost = explain('KonnectorLost', { at: ago(180) });
    inGerman(claim('instance', 'orders-db', { state: 'Waiting', ...lost }));
    expect(
      await screen.findByText(
        /^Letzte Meldung vom Konnector dieses App-Clusters: vor 3 min\./,
      ),
    ).toBeVisible();
  });

  it('name the control plane in the language of the user', async () => {
    const away = explain('ClusterForbidden', {
      cluster: CONTROL_PLANE_NAME,
      resource: 'databases',
    });
    inGerman(claim('instance', 'orders-db', { state: 'Waiting', ...away }));
    expect(
      await screen.findByText(
        /^Das Portal darf databases auf Control Plane nicht lesen\./,
      ),
    ).toBeVisible();
  });

  it('name the cause in the language of the user, too, where it has a reason', async () => {
    const sentence = 'It signs in by running a program.';
    const unusable = explain('KubeconfigUnusable', {
      cluster: 'Development apps',
      error: sentence,
      errorReason: 'KubeconfigRefusedExec',
    });
    inGerman(claim('instance', 'orders-db', { state: 'Waiting', ...unusable }));
    expect(
      await screen.findByText(
        /^Der Kubeconfig von Development apps ist nicht verwendbar\. Er meldet sich über ein Programm an/,
      ),
    ).toBeVisible();
  });

  it('are shown as they are by a portal that does not know their reason', async () => {
    inGerman(
      claim('instance', 'orders-db', {
        state: 'Waiting',
        reason: 'MoonInTheWay',
        message: 'The moon is in the way.',
      }),
    );
    expect(await screen.findByText('The moon is in the way.')).toBeVisible();
  });

  it('say refusals of our policies in the language of the user, and those of others in the words of the cluster', async () => {
    const portal = new FakePortal();
    const refusals = [
      explain('DeletionProtected', { action: 'delete', label: 'protected' }),
      explain('PolicyRefused', {
        action: 'change PostgreSQL',
        cluster: 'Development apps',
        refusal: 'Only on weekdays.',
        user: 'klutch:alice',
      }),
    ];
    portal.claims = refusals.map((refusal, index) => {
      const name = `db-${index}`;
      const path = `/claims/apps-dev/team-a/${postgresql}/${name}`;
      portal.fail(`PATCH ${path}`, { status: 403, ...refusal });
      return claim('instance', name);
    });
    renderPortal(portal, '/klutch/instances', {
      translation: klutchTranslations,
      language: 'de',
    });
    await userEvent.click(
      await screen.findByRole('checkbox', { name: /^Alle Instanzen/ }),
    );
    await userEvent.click(
      await screen.findByRole('button', { name: 'Vor dem Löschen schützen' }),
    );
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(
      'db-0: Das Objekt ist vor dem Löschen geschützt.',
    );
    expect(alert).toHaveTextContent(
      'db-1: Development apps lehnt das ab: Only on weekdays. Ihr Benutzername dort ist klutch:alice.',
    );
  });
});

describe('flattenMessages', () => {
  it('joins the keys with dots', () => {
    expect(flattenMessages({ a: { b: { c: 'C' }, d: 'D' }, e: 'E' })).toEqual({
      'a.b.c': 'C',
      'a.d': 'D',
      e: 'E',
    });
  });
});

/** All texts of the plugin in brackets, so that text from elsewhere shows. */
const pseudoTranslation = createTranslationMessages({
  ref: klutchTranslationRef,
  full: true,
  messages: Object.fromEntries(
    entries.map(([key, text]) => [
      key,
      key === 'shared.locale' ? text : `⟦${text}⟧`,
    ]),
  ) as typeof english,
});

/** The texts on the plugin's page and its labels for screen readers, without code and exact times. */
function shownTexts(): string[] {
  const texts: string[] = [];
  const page = screen.getByRole('main');
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!parentElement?.closest('style, script, pre, code')) {
      texts.push(textContent ?? '');
    }
  }
  for (const name of ['aria-label', 'aria-valuetext', 'placeholder', 'title']) {
    for (const element of page.querySelectorAll(`[${name}]:not(time)`)) {
      texts.push(element.getAttribute(name) ?? '');
    }
  }
  return texts;
}

/** What is left of a text without the plugin's own texts, which may contain each other. */
function withoutOwnTexts(text: string): string {
  const rest = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  return rest === text ? text.trim() : withoutOwnTexts(rest);
}

/** Every string in a response of the API. */
const stringsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(stringsOf)
    : [String(value)];

/** A portal with an instance that is being created, and everything that belongs to it. */
function filledPortal(): FakePortal {
  const portal = new FakePortal();
  portal.claims = [
    claim('instance', 'orders-db', {
      state: 'Creating',
      stateText: 'Creating (deploying)',
      providerState: 'deploying',
    }),
    claim('binding', 'orders-db-app'),
    claim('backup', 'monday', { size: 24_100, finishedAt: ago(7200) }),
    claim('restore', 'monday-restore', { state: 'Failed', message: 'Full' }),
  ];
  portal.usage = {
    storageBytes: 12_000_000,
    storageLimitBytes: 100_000_000,
    connections: 96,
    connectionLimit: 97,
  };
  portal.apis = portal.services.map(item => api(item));
  portal.templates = portal.apis.map(exportTemplate);
  portal.platformAppClusters = [platformAppCluster()];
  return portal;
}

/** Texts on the page that are neither the plugin's own nor data. */
function foreignTexts(portal: FakePortal, ...otherData: string[]): string[] {
  const { apis, appClusters, claims, me, namespaces, services } = portal;
  const data = new Set([
    ...stringsOf([appClusters, claims, me, namespaces, services]),
    ...stringsOf([services.map(portal.detailOf), claims.map(claimDetail)]),
    ...stringsOf([apis, portal.templates, portal.platformAppClusters]),
    ...stringsOf(boundEvent),
    ...claims.map(({ owner = '' }) => ownerName(owner)),
    ...claims.map(({ size = 0 }) => formatBytes(size, 'en')),
    ...services
      .flatMap(item => portal.detailOf(item).plans)
      .map(({ memory = '' }) => formatQuantity(memory, 'en')),
    // A label of Backstage's own header.
    'breadcrumb',
    ...otherData,
  ]);
  return shownTexts()
    .map(withoutOwnTexts)
    .filter(text => /\p{L}/u.test(text) && !data.has(text));
}

describe('with all texts in brackets, no text lacks them on', () => {
  const instance = `/klutch/instances/apps-dev/team-a/${postgresql}/orders-db`;
  const platform = '/klutch-platform';

  it.each([
    ['/klutch', 'PostgreSQL'],
    [`/klutch/services/${postgresql}`, 'Single nano'],
    ['/klutch/instances', 'orders-db'],
    [instance, '⟦Progress⟧'],
    [`${instance}/connect`, 'orders-db-app'],
    [`${instance}/backups`, 'monday'],
    [`${instance}/activity`, boundEvent.message],
    [`${instance}/yaml`, '⟦YAML⟧'],
    [`${platform}/export-templates`, postgresql],
    [`${platform}/app-clusters`, 'Development apps'],
    [`${platform}/app-clusters/apps-dev`, '⟦Healthy⟧'],
    [`${platform}/exports`, '⟦No request is waiting.⟧'],
    [`${platform}/control-plane`, /⟦Nothing is wrong/],
    [`${platform}/set-up`, '⟦No check failed⟧'],
    [`${platform}/trace`, '⟦Trace a claim of any tenant⟧'],
  ])('%s', async (path, text) => {
    const portal = filledPortal();
    portal.me = path.startsWith(platform) ? oscar : alice;
    renderPortal(portal, path, { translation: pseudoTranslation });
    await screen.findAllByText(text);
    expect(foreignTexts(portal)).toEqual([]);
  });

  it('the create wizard', async () => {
    const portal = filledPortal();
    renderPortal(portal, `/klutch/create/${postgresql}`, {
      translation: pseudoTranslation,
    });
    await userEvent.click(
      await screen.findByRole('textbox', { name: '⟦Name⟧' }),
    );
    await userEvent.paste('other-db');
    await screen.findByText('⟦other-db is available.⟧');
    expect(foreignTexts(portal, 'other-db')).toEqual([]);

    await userEvent.click(screen.getByRole('button', { name: /Next:/ }));
    await userEvent.click(
      await screen.findByRole('radio', { name: '⟦Choose Single small⟧' }),
    );
    await userEvent.type(
      await screen.findByLabelText('Max connections'),
      '1.5',
    );
    await screen.findByText('⟦Enter a whole number.⟧');
    const fields = [
      'compositionRef',
      'expose',
      'extra',
      'maxConnections',
      'name',
      'parameters',
    ].map(fieldTitle);
    expect(foreignTexts(portal, 'other-db', ...fields)).toEqual([]);

    await userEvent.clear(screen.getByLabelText('Max connections'));
    await userEvent.click(screen.getByRole('button', { name: /Next:/ }));
    await screen.findByText(/The app cluster accepts this order/);
    expect(foreignTexts(portal, 'other-db')).toEqual([]);
  });

  it('a page without its data', async () => {
    const portal = filledPortal();
    portal.fail('GET /claims', 'down');
    renderPortal(portal, '/klutch/instances', {
      translation: pseudoTranslation,
    });
    await screen.findByText('⟦The portal’s backend does not respond.⟧');
    expect(foreignTexts(portal)).toEqual([]);
  });
});
