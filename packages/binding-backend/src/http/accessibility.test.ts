/** @jest-environment @backstage/cli/config/jest-environment-jsdom */
import axe from 'axe-core';
import type { Session } from '../handshake/HandshakeContext';
import type { Offer } from '../offers/offers';
import { person } from '../testing/__testUtils__/fakeIdentityProvider';
import { databases, secretsClaim } from '../testing/samples';
import { ConsentPage } from './pages/ConsentPage';
import { h } from './pages/element';
import { MessagePage } from './pages/MessagePage';
import { OffersPage } from './pages/OffersPage';
import { ProvidersPage } from './pages/ProvidersPage';
import { documentOf } from './sendPage';

const provider = 'Data platform';
const session: Session = {
  person: person('alice'),
  client: {
    redirect: 'http://localhost:8085/callback',
    sessionId: 'abc123',
    clusterId: 'apps-dev',
    pickup: 'challenge',
  },
  csrf: 'token',
};
const offers: Offer[] = ['databases', 'caches'].map(resource => ({
  api: { ...databases, resource },
  title: `The ${resource}`,
  description: `Keeps ${resource}`,
  claims: [{ ...secretsClaim, required: true }],
  policy: {},
}));
const choices = ['company', 'partner'].map(id => ({
  id,
  title: `Sign in at ${id}`,
  link: `authorize?provider=${id}`,
}));
const failure = { title: 'Sign in again', message: 'The sign-in is over.' };

describe('axe finds no violations on', () => {
  it.each([
    ['the choice of a provider', h(ProvidersPage, { provider, choices })],
    ['the APIs', h(OffersPage, { provider, session, offers })],
    ['no APIs', h(OffersPage, { provider, session, offers: [] })],
    ['the consent', h(ConsentPage, { provider, session, offers })],
    ['the renewal', h(ConsentPage, { provider, session, offers: [] })],
    ['an error', h(MessagePage, { provider, ...failure })],
  ])('the page of %s', async (_, page) => {
    document.open();
    document.write(documentOf(page));
    document.close();
    const { passes, violations } = await axe.run(document, {
      // jsdom does not render.
      rules: { 'color-contrast': { enabled: false } },
    });
    expect(passes).not.toEqual([]);
    expect(violations.map(({ help, nodes }) => [help, nodes])).toEqual([]);
  });
});
