import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { browser } from 'wxt/browser';
import { ActionsContext } from './actions-context.ts';
import { App } from './app.tsx';
import { Settings } from './settings/Settings.tsx';
import { startPanel } from './start-panel.ts';
import './panel.css';

const root = document.getElementById('root');
if (!root) throw new Error('The panel has no root element.');
const window = await browser.windows.getCurrent();
const panel = await startPanel(window.id ?? -1);
createRoot(root).render(
  <StrictMode>
    <ActionsContext value={panel}>{location.hash === '#settings' ? <Settings back={false} /> : <App />}</ActionsContext>
  </StrictMode>,
);
