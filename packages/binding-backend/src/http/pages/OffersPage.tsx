/** The APIs that somebody may bind. */
import { apiName } from '@klutch/bind-api';
import type { Session } from '../../handshake/Handshake';
import type { Offer } from '../../offers/offers';
import { bindLink, renewLink } from '../links';
import { Page } from './Page';

/** What the page shows. */
export interface OffersPageProps {
  provider: string;
  session: Session;
  offers: readonly Offer[];
}

const OfferCard = ({ offer, session }: { offer: Offer; session: Session }) => {
  const name = apiName(offer.api);
  return (
    <li className="card">
      <h2>
        {/* The class is what the reference's own end-to-end test clicks. */}
        <a
          className={offer.api.resource}
          href={bindLink(session.client.sessionId, offer.api)}
        >
          {offer.title}
        </a>
      </h2>
      {offer.description && <p>{offer.description}</p>}
      <p className="quiet">
        <code>{name}</code>
      </p>
    </li>
  );
};

/** One GET form for clients that can take several APIs at a time. */
const SeveralForm = ({
  offers,
  session,
}: Pick<OffersPageProps, 'offers' | 'session'>) => (
  <form method="get" action="bind">
    <fieldset className="card">
      <legend>Several at a time</legend>
      <input type="hidden" name="s" value={session.client.sessionId} />
      {offers.map(({ api, title }) => {
        const name = apiName(api);
        return (
          <p key={name}>
            <label>
              <input type="checkbox" name="api" value={name} /> {title}
            </label>
          </p>
        );
      })}
      <button type="submit">See what they ask for</button>
    </fieldset>
  </form>
);

/** A link for each API to the page that shows what it asks for. */
export const OffersPage = ({ offers, provider, session }: OffersPageProps) => {
  const { clusterId, pickup, sessionId } = session.client;
  return (
    <Page title="Choose an API" provider={provider} session={session}>
      <p>
        For app cluster <code>{clusterId}</code>. Nothing is connected before
        you have seen what an API asks for and agreed.
      </p>
      {offers.length > 0 ? (
        <ul className="cards">
          {offers.map(offer => (
            <OfferCard
              key={apiName(offer.api)}
              offer={offer}
              session={session}
            />
          ))}
        </ul>
      ) : (
        <p>
          There is no API that you may bind. Ask a platform operator to offer
          one to you or your groups.
        </p>
      )}
      {pickup && offers.length > 1 && (
        <SeveralForm offers={offers} session={session} />
      )}
      <p>
        Connected already? You can{' '}
        <a href={renewLink(sessionId)}>renew the connection</a> without adding
        an API.
      </p>
    </Page>
  );
};
