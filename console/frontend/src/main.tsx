/** Starts the page. */

import { options, render } from 'preact';
import { App } from './app';
import { AppContext } from './app-context';
import { Shell } from './components/shell';
import { listenToKeys } from './keys/keys';
import 'uplot/dist/uPlot.min.css';
import './style/theme.css';
import './style/base.css';
import './style/shell.css';
import './style/now.css';
import './style/run.css';
import './style/charts.css';
import './style/document.css';
import './style/reports.css';
import './style/operate.css';
import './style/change.css';
import './style/figures.css';

/** Draws at most once a frame; a hidden tab has no frames and draws nothing. */
options.debounceRendering = (draw) => void requestAnimationFrame(draw);

const app = new App();
app.start();
listenToKeys(app);
render(
  <AppContext.Provider value={app}>
    <Shell />
  </AppContext.Provider>,
  document.getElementById('app')!,
);
