// Starts the window's page.
import './install-page-policy.js';
import '@mantine/core/styles.layer.css';
import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { startStrings } from './strings/i18n.js';

// Until main has told the chosen language, the system's is the best guess; the window shows no text of either before.
startStrings(navigator.language.startsWith('es') ? 'es' : 'en');

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
