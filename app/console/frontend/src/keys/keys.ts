/** Keys of the whole page. They do nothing while a field has the focus. */

import { nowView, runsView } from '../api/paths';
import { alertsView, experimentsView, pipelineView, tunesView } from '../api/report-paths';
import type { App } from '../app';

const SEQUENCE_MS = 1_000;

export function listenToKeys(app: App): void {
  let goAt = -Infinity;
  addEventListener('keydown', (event) => {
    if (app.login.get().state !== 'open') {
      return;
    }
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      app.dialog.set(app.dialog.get() === 'palette' ? null : 'palette');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || app.dialog.get() !== null || inField(event.target)) {
      return;
    }
    const afterGo = event.timeStamp - goAt < SEQUENCE_MS;
    goAt = event.key === 'g' && !afterGo ? event.timeStamp : -Infinity;
    if (afterGo ? go(app, event.key) : act(app, event.key)) {
      event.preventDefault();
    }
  });
}

function inField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName));
}

function go(app: App, key: string): boolean {
  const view = { n: nowView(), r: runsView(), e: experimentsView(), u: tunesView(), a: alertsView(), p: pipelineView() }[key];
  if (view) {
    app.router.go(view);
  }
  return view !== undefined;
}

function act(app: App, key: string): boolean {
  switch (key) {
    case '?':
      app.dialog.set('help');
      return true;
    case 't':
      app.theme.toggle();
      return true;
    case 'j':
      return moveRow(1);
    case 'k':
      return moveRow(-1);
    default:
      return false;
  }
}

function moveRow(by: number): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.offsetParent !== null);
  const current = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[current < 0 ? (by > 0 ? 0 : rows.length - 1) : current + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return rows.length > 0;
}
