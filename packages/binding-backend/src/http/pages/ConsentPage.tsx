/** What an API asks for, and the button that agrees to it. */
import { apiName, type PermissionClaim } from '@klutch/bind-api';
import type { Session } from '../../handshake/Handshake';
import { claimsInWords } from '../../offers/claimWords';
import type { Offer } from '../../offers/offers';
import { offersLink } from '../links';
import { Hidden, Page } from './Page';

/** What the page shows. */
export interface ConsentPageProps {
  provider: string;
  session: Session;
  /** None: the connection is only renewed. */
  offers: readonly Offer[];
}

const Claim = ({ claim }: { claim: PermissionClaim }) => (
  <li>
    {claimsInWords([claim])}
    {claim.required && (
      <>
        {' '}
        <strong>(required)</strong>
      </>
    )}
  </li>
);

const Asked = ({ offer }: { offer: Offer }) => (
  <section className="card">
    <h2>{offer.title}</h2>
    {offer.description && <p>{offer.description}</p>}
    <p className="quiet">
      <code>{apiName(offer.api)}</code>
    </p>
    <p>Besides its own objects, the provider:</p>
    <ul>
      {offer.claims.length > 0 ? (
        offer.claims.map((claim, position) => (
          <Claim key={position} claim={claim} />
        ))
      ) : (
        <li>asks for nothing more</li>
      )}
    </ul>
  </section>
);

const Facts = ({ provider, session }: Omit<ConsentPageProps, 'offers'>) => {
  const { client, person } = session;
  return (
    <dl>
      <dt>App cluster</dt>
      <dd>
        <code>{client.clusterId}</code>
      </dd>
      <dt>Provider</dt>
      <dd>{provider}</dd>
      <dt>You are</dt>
      <dd>
        {person.displayName} (<code>{person.subject}</code> at {person.issuer})
      </dd>
      <dt>The answer goes to</dt>
      <dd>
        your own machine, <code>{client.redirect}</code>
      </dd>
    </dl>
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
  return (
    <Page
      title={isRenewal ? 'Renew the connection' : `Connect ${titles}`}
      provider={provider}
      session={session}
    >
      <p>
        {isRenewal
          ? 'Your app cluster gets new credentials for the APIs it uses already. No API is added.'
          : 'Your app cluster gets credentials for its own place on the control plane, and may use what is listed here.'}
      </p>
      <Facts provider={provider} session={session} />
      {offers.map(offer => (
        <Asked key={apiName(offer.api)} offer={offer} />
      ))}
      <p>
        Go on only if you began this yourself, in a terminal on this machine.
      </p>
      <form method="post" action="bind">
        <Hidden session={session} />
        {offers.map(({ api }) => (
          <input
            key={apiName(api)}
            type="hidden"
            name="api"
            value={apiName(api)}
          />
        ))}
        <div className="actions">
          <button type="submit" className="first">
            {isRenewal ? 'Renew' : 'Connect'}
          </button>
          <a className="button" href={offersLink(session.client.sessionId)}>
            {isRenewal ? 'Choose an API instead' : 'Choose another API'}
          </a>
        </div>
      </form>
    </Page>
  );
};
