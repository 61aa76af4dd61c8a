/** The page to choose an identity provider. */
import { h } from './element';
import { Page } from './Page';

/** Content of the page. */
export interface ProvidersPageProps {
  provider: string;
  /** The identity providers, each with the link that starts a sign-in. */
  choices: readonly { id: string; title: string; link: string }[];
}

/** A link for each identity provider. */
export const ProvidersPage = ({ choices, provider }: ProvidersPageProps) =>
  h(
    Page,
    { title: 'Sign in', provider },
    h('p', null, 'Choose an identity provider to connect your app cluster.'),
    h(
      'ul',
      { className: 'cards' },
      choices.map(({ id, link, title }) =>
        h('li', { key: id, className: 'card' }, h('a', { href: link }, title)),
      ),
    ),
  );
