/** Where people choose whom to sign in with. */
import { h } from './element';
import { Page } from './Page';

/** What the page shows. */
export interface ProvidersPageProps {
  provider: string;
  /** Each way to sign in, with the link that begins it. */
  choices: readonly { id: string; title: string; link: string }[];
}

/** A link for each identity provider. */
export const ProvidersPage = ({ choices, provider }: ProvidersPageProps) =>
  h(
    Page,
    { title: 'Sign in', provider },
    h('p', null, 'Choose whom to sign in with to connect your app cluster.'),
    h(
      'ul',
      { className: 'cards' },
      choices.map(({ id, link, title }) =>
        h('li', { key: id, className: 'card' }, h('a', { href: link }, title)),
      ),
    ),
  );
