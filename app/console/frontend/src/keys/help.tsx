/** The keys of the page. */

import { Dialog } from './dialog';
import { useApp } from '../app-context';

const KEYS: [string[], string][] = [
  [['Ctrl', 'K'], 'Jump to a run, a team or a page'],
  [['g', 'n'], 'Now'],
  [['g', 'r'], 'Runs'],
  [['g', 'e'], 'Experiments'],
  [['g', 'u'], 'Tunes'],
  [['g', 'a'], 'Alerts'],
  [['g', 'p'], 'Pipeline'],
  [['j'], 'Next row'],
  [['k'], 'Row before'],
  [['Enter'], 'Open the row'],
  [['t'], 'Dark or light'],
  [['?'], 'These keys'],
  [['Esc'], 'Close'],
];

export function Help() {
  const app = useApp();
  return (
    <Dialog label="Keys" class="dialog help">
      <h2>Keys</h2>
      <dl>
        {KEYS.map(([keys, words]) => (
          <div key={words}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p class="dim">In a chart: drag to zoom, double click to see all.</p>
      <button type="button" onClick={() => app.dialog.set(null)}>
        Close
      </button>
    </Dialog>
  );
}
