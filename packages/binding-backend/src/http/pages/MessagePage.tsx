/** One thing to say: an error, or that something is over. */
import { Page } from './Page';

/** What the page shows. */
export interface MessagePageProps {
  provider: string;
  title: string;
  /** What happened and what to do. */
  message: string;
}

/** A heading and a sentence. */
export const MessagePage = ({ message, provider, title }: MessagePageProps) => (
  <Page title={title} provider={provider}>
    <p role="status">{message}</p>
  </Page>
);
