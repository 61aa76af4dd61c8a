export {
  explain,
  isReason,
  type Explanation,
  type ParamsOf,
  type PlaceholderOf,
} from './explain';
export { reasonMessages, type Reason } from './reasonMessages';
