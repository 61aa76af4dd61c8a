/** The layout of all pages. */
import type { Session } from '../../handshake/HandshakeContext';
import { Fragment, h, type ReactNode } from './element';
import { style } from './style';

/** Title and content of a page. */
export interface PageProps {
  /** Document title and heading. */
  title: string;
  /** Human-readable name of the provider. */
  provider: string;
  /** Session of a signed-in user; adds the sign-out form. */
  session?: Session;
  children?: ReactNode;
}

/** Hidden fields of every form of a session. */
export const HiddenFields = ({ session }: { session: Session }) =>
  h(
    Fragment,
    null,
    h('input', { type: 'hidden', name: 's', value: session.client.sessionId }),
    h('input', { type: 'hidden', name: 'csrf', value: session.csrf }),
  );

/** A self-contained HTML page without scripts or external files. */
export const Page = ({ children, provider, session, title }: PageProps) =>
  h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', {
        name: 'viewport',
        content: 'width=device-width, initial-scale=1',
      }),
      h('meta', { name: 'robots', content: 'noindex' }),
      h('title', null, `${title} – ${provider}`),
      h('style', { dangerouslySetInnerHTML: { __html: style } }),
    ),
    h(
      'body',
      null,
      h('header', { className: 'quiet' }, provider),
      h('main', null, h('h1', null, title), children),
      session &&
        h(
          'footer',
          null,
          h(
            'form',
            { method: 'post', action: 'sign-out' },
            h(
              'p',
              { className: 'quiet' },
              'Signed in as ',
              session.person.displayName,
            ),
            h(HiddenFields, { session }),
            h('button', { type: 'submit' }, 'Sign out'),
          ),
        ),
    ),
  );
