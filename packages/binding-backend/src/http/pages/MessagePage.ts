/** A page with one message, such as an error. */
import { h } from './element';
import { Page } from './Page';

/** Content of the page. */
export interface MessagePageProps {
  provider: string;
  title: string;
  /** What happened and what to do. */
  message: string;
}

/** A heading and a sentence. */
export const MessagePage = ({ message, provider, title }: MessagePageProps) =>
  h(Page, { title, provider }, h('p', { role: 'status' }, message));
