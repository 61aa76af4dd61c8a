export { explain, isReason, type Explanation } from './explain';
export { reasonMessages, type Reason } from './reasonMessages';
