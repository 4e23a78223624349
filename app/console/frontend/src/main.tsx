/** Starts the page. */

import { options, render } from 'preact';
import { App } from './app';
import { AppContext } from './app-context';
import { Shell } from './components/shell';
import { DrawQueue, drawBeforeActions } from './draw-queue';
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

const draws = new DrawQueue((call) => void requestAnimationFrame(call));
options.debounceRendering = (draw) => draws.add(draw);
drawBeforeActions(draws, window);

const app = new App();
app.start();
listenToKeys(app);
render(
  <AppContext.Provider value={app}>
    <Shell />
  </AppContext.Provider>,
  document.getElementById('app')!,
);
