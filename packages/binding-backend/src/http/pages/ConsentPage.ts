/** The consent page: the permission claims of an API, and the button to accept them. */
import { apiName, type PermissionClaim } from '@klutch/bind-api';
import type { Session } from '../../handshake/HandshakeContext';
import { describeAudience } from '../../offers/describeAudience';
import { describeClaim, claimToYaml } from '../../offers/describeClaim';
import { digestOf } from '../../offers/digestOf';
import type { Offer } from '../../offers/offers';
import { offersLink } from '../links';
import { Fragment, h } from './element';
import { HiddenFields, Page } from './Page';

/** Content of the page. */
export interface ConsentPageProps {
  provider: string;
  session: Session;
  /** Offers to accept; an empty list only renews the credentials. */
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
      h('summary', { className: 'quiet' }, 'Full permission claim'),
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
    h('dt', null, 'Credentials are sent to'),
    h('dd', null, 'your own machine, ', h('code', null, client.redirect)),
  );
};

/** Opening the page changes nothing; only its form posts. */
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
        ? 'Your app cluster gets new credentials for the APIs that it is bound to. No API is added.'
        : 'Your app cluster gets credentials for its own namespace on the control plane cluster, with access to what is listed here.',
    ),
    h(BindingSummary, { provider, session }),
    offers.map(offer => h(OfferDetails, { key: apiName(offer.api), offer })),
    h(
      'p',
      null,
      'Continue only if you started this yourself, in a terminal on this machine.',
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
