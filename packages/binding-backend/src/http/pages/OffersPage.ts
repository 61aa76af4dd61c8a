/** The list of APIs that the user may bind. */
import { apiName } from '@klutch/bind-api';
import type { Session } from '../../handshake/HandshakeContext';
import type { Offer } from '../../offers/offers';
import { bindLink, renewLink } from '../links';
import { h } from './element';
import { Page } from './Page';

/** Content of the page. */
export interface OffersPageProps {
  provider: string;
  session: Session;
  offers: readonly Offer[];
}

const OfferCard = ({ offer, session }: { offer: Offer; session: Session }) => {
  const name = apiName(offer.api);
  return h(
    'li',
    { className: 'card' },
    h(
      'h2',
      null,

      h(
        'a',
        {
          className: offer.api.resource,
          href: bindLink(session.client.sessionId, offer.api),
        },

        offer.title,
      ),
    ),
    offer.description && h('p', null, offer.description),
    h('p', { className: 'quiet' }, h('code', null, name)),
  );
};

/** Form for clients that can bind several APIs at a time. */
const MultiSelectForm = ({
  offers,
  session,
}: Pick<OffersPageProps, 'offers' | 'session'>) =>
  h(
    'form',
    { method: 'get', action: 'bind' },
    h(
      'fieldset',
      { className: 'card' },
      h('legend', null, 'Bind several APIs'),
      h('input', {
        type: 'hidden',
        name: 's',
        value: session.client.sessionId,
      }),
      offers.map(({ api, title }) => {
        const name = apiName(api);
        return h(
          'p',
          { key: name },
          h(
            'label',
            null,
            h('input', { type: 'checkbox', name: 'api', value: name }),
            ' ',
            title,
          ),
        );
      }),
      h('button', { type: 'submit' }, 'Review permission claims'),
    ),
  );

/** A list of APIs with links to their consent pages. */
export const OffersPage = ({ offers, provider, session }: OffersPageProps) => {
  const { clusterId, pickup, sessionId } = session.client;
  return h(
    Page,
    { title: 'Choose an API', provider, session },
    h(
      'p',
      null,
      'For app cluster ',
      h('code', null, clusterId),
      '. Nothing is bound until you have reviewed and accepted the permission claims of an API.',
    ),
    offers.length > 0
      ? h(
          'ul',
          { className: 'cards' },
          offers.map(offer =>
            h(OfferCard, {
              key: apiName(offer.api),
              offer,
              session,
            }),
          ),
        )
      : h(
          'p',
          null,
          'There is no API that you may bind. Ask a platform operator to offer one to you or your groups.',
        ),

    pickup && offers.length > 1 && h(MultiSelectForm, { offers, session }),

    h(
      'p',
      null,
      'Already connected? You can',
      ' ',
      h('a', { href: renewLink(sessionId) }, 'renew the connection'),
      ' without adding an API.',
    ),
  );
};
