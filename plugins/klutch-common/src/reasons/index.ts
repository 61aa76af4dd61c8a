export {
  explain,
  isReason,
  type Explanation,
  type ParamsOf,
  type PlaceholderOf,
} from './explain';
export { explainRule } from './explainRule';
export { reasonMessages, type Reason } from './reasonMessages';
