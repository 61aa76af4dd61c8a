/** What the commands do. */
export { openBrowser } from './openBrowser';
export { runApprove } from './runApprove';
export { runBind } from './runBind';
export { runBindApiService } from './runBindApiService';
export { runStatus } from './runStatus';
export { runUnbind } from './runUnbind';
