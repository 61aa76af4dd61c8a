/** What an API asks for, and the button that agrees to it. */
import { apiName, type PermissionClaim } from '@klutch/bind-api';
import type { Session } from '../../handshake/HandshakeContext';
import { describeAudience } from '../../offers/describeAudience';
import { describeClaim, claimToYaml } from '../../offers/describeClaim';
import { digestOf } from '../../offers/digestOf';
import type { Offer } from '../../offers/offers';
import { offersLink } from '../links';
import { Fragment, h } from './element';
import { HiddenFields, Page } from './Page';

/** What the page shows. */
export interface ConsentPageProps {
  provider: string;
  session: Session;
  /** None: the connection is only renewed. */
  offers: readonly Offer[];
}

const Claim = ({ claim }: { claim: PermissionClaim }) =>
  h(
    'li',
    null,
    describeClaim(claim),
    claim.required && h(Fragment, null, ' ', h('strong', null, '(required)')),
    h(
      'details',
      null,
      h('summary', { className: 'quiet' }, 'The whole claim'),
      h('pre', { tabIndex: 0 }, claimToYaml(claim)),
    ),
  );

const OfferDetails = ({ offer }: { offer: Offer }) =>
  h(
    'section',
    { className: 'card' },
    h('h2', null, offer.title),
    offer.description && h('p', null, offer.description),
    h('p', { className: 'quiet' }, h('code', null, apiName(offer.api))),
    h('p', { className: 'quiet' }, describeAudience(offer.policy)),
    h('p', null, 'Besides its own objects, the provider:'),
    h(
      'ul',
      null,
      offer.claims.length > 0
        ? offer.claims.map((claim, position) =>
            h(Claim, { key: position, claim }),
          )
        : h('li', null, 'asks for nothing more'),
    ),
  );

const BindingSummary = ({
  provider,
  session,
}: Omit<ConsentPageProps, 'offers'>) => {
  const { client, person } = session;
  return h(
    'dl',
    null,
    h('dt', null, 'App cluster'),
    h('dd', null, h('code', null, client.clusterId)),
    h('dt', null, 'Provider'),
    h('dd', null, provider),
    h('dt', null, 'You are'),
    h(
      'dd',
      null,
      person.displayName,
      ' (',
      h('code', null, person.subject),
      ' at ',
      person.issuer,
      ')',
    ),
    h('dt', null, 'The answer goes to'),
    h('dd', null, 'your own machine, ', h('code', null, client.redirect)),
  );
};

/** The form posts; opening this page changes nothing. */
export const ConsentPage = ({
  offers,
  provider,
  session,
}: ConsentPageProps) => {
  const isRenewal = offers.length === 0;
  const titles = offers.map(({ title }) => title).join(', ');
  return h(
    Page,
    {
      title: isRenewal ? 'Renew the connection' : `Connect ${titles}`,
      provider,
      session,
    },

    h(
      'p',
      null,
      isRenewal
        ? 'Your app cluster gets new credentials for the APIs it uses already. No API is added.'
        : 'Your app cluster gets credentials for its own place on the control plane, and may use what is listed here.',
    ),
    h(BindingSummary, { provider, session }),
    offers.map(offer => h(OfferDetails, { key: apiName(offer.api), offer })),
    h(
      'p',
      null,
      'Go on only if you began this yourself, in a terminal on this machine.',
    ),
    h(
      'form',
      { method: 'post', action: 'bind' },
      h(HiddenFields, { session }),
      h('input', { type: 'hidden', name: 'shown', value: digestOf(offers) }),
      offers.map(({ api }) =>
        h('input', {
          key: apiName(api),
          type: 'hidden',
          name: 'api',
          value: apiName(api),
        }),
      ),
      h(
        'div',
        { className: 'actions' },
        h(
          'button',
          { type: 'submit', className: 'first' },
          isRenewal ? 'Renew' : 'Connect',
        ),
        h(
          'a',
          { className: 'button', href: offersLink(session.client.sessionId) },
          isRenewal ? 'Choose an API instead' : 'Choose another API',
        ),
      ),
    ),
  );
};
