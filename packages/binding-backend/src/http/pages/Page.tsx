/** What all pages have in common. */
import type { ReactNode } from 'react';
import type { Session } from '../../handshake/Handshake';
import { style } from './style';

/** Title, and what is on the page. */
export interface PageProps {
  /** Of the page; also its heading. */
  title: string;
  /** Who offers the APIs. */
  provider: string;
  /** Whoever is signed in may sign out. */
  session?: Session;
  children: ReactNode;
}

/** What each form of a session carries. */
export const Hidden = ({ session }: { session: Session }) => (
  <>
    <input type="hidden" name="s" value={session.client.sessionId} />
    <input type="hidden" name="csrf" value={session.csrf} />
  </>
);

/** A page: works without scripts and without any other file. */
export const Page = ({ children, provider, session, title }: PageProps) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{`${title} – ${provider}`}</title>
      <style dangerouslySetInnerHTML={{ __html: style }} />
    </head>
    <body>
      <header className="quiet">{provider}</header>
      <main>
        <h1>{title}</h1>
        {children}
      </main>
      {session && (
        <footer>
          <form method="post" action="sign-out">
            <p className="quiet">Signed in as {session.person.displayName}</p>
            <Hidden session={session} />
            <button type="submit">Sign out</button>
          </form>
        </footer>
      )}
    </body>
  </html>
);
