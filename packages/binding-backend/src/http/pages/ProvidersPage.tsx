/** Where people choose whom to sign in with. */
import { Page } from './Page';

/** What the page shows. */
export interface ProvidersPageProps {
  provider: string;
  /** Each way to sign in, with the link that begins it. */
  choices: readonly { id: string; title: string; link: string }[];
}

/** A link for each identity provider. */
export const ProvidersPage = ({ choices, provider }: ProvidersPageProps) => (
  <Page title="Sign in" provider={provider}>
    <p>Choose whom to sign in with to connect your app cluster.</p>
    <ul className="cards">
      {choices.map(({ id, link, title }) => (
        <li key={id} className="card">
          <a href={link}>{title}</a>
        </li>
      ))}
    </ul>
  </Page>
);
