export {
  CONTROL_PLANE_NAME,
  explain,
  isReason,
  withCapitals,
  type Explanation,
  type ParamsOf,
  type PlaceholderOf,
} from './explain';
export { explainRule } from './explainRule';
export { reasonMessages, type Reason } from './reasonMessages';
