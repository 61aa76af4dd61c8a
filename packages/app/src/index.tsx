/** Entry point of the app. */
import '@backstage/cli/asset-types';
import '@backstage/ui/css/styles.css';
import ReactDOM from 'react-dom/client';
import { app } from './App';

const root = document.getElementById('root');
if (root) {
  ReactDOM.createRoot(root).render(app.createRoot());
}
