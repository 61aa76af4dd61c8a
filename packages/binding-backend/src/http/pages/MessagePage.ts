/** One thing to say: an error, or that something is over. */
import { h } from './element';
import { Page } from './Page';

/** What the page shows. */
export interface MessagePageProps {
  provider: string;
  title: string;
  /** What happened and what to do. */
  message: string;
}

/** A heading and a sentence. */
export const MessagePage = ({ message, provider, title }: MessagePageProps) =>
  h(Page, { title, provider }, h('p', { role: 'status' }, message));
