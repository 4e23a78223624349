/** Answers of the mock for reports, lists and operation: {json}, {html}, or a problem {status, title, detail}; null for other paths. */

import { comparison } from './comparison.mjs';
import { report, tuneReport } from './documents.mjs';
import { soak, tuneFigures } from './figures.mjs';
import { history } from './history.mjs';
import { alerts, pipeline } from './operate.mjs';
import { experiments, tunes } from './tunes.mjs';
import { RUNS } from './world.mjs';

export function answerMore(parts, query, empty) {
  const ofTeam = (one) => !query.get('team') || one.team === query.get('team');
  switch (parts.length === 1 ? parts[0] : '') {
    case 'experiments':
      return { json: { experiments: empty ? [] : experiments().filter(ofTeam) } };
    case 'tunes':
      return { json: { tunes: empty ? [] : tunes().filter(ofTeam) } };
    case 'alerts':
      return { json: alerts(ofTeam, empty) };
    case 'pipeline':
      return { json: pipeline(ofTeam, empty) };
  }
  return parts[0] === 'teams' && parts.length >= 3 ? answerTeam(parts, query) : null;
}

function answerTeam([, team, kind, name, last], query) {
  if (kind === 'tunes' && last === undefined) {
    const figures = tuneFigures(team, name);
    return figures ? { json: figures } : { status: 404, title: 'Not Found', detail: `the store has no tune "${name}" of team ${team}` };
  }
  if (kind === 'runs' && last === 'soak') {
    return { json: { soak: name === 'long-1' ? soak(name, query.get('metric')) : null } };
  }
  const asFile = (kind === 'comparison.html' ? kind : (last ?? '')).endsWith('.html');
  const made = document(team, kind, name, last, query);
  if (!made || made.status || made.json?.points) {
    return made;
  }
  return asFile ? { html: `<!doctype html><title>${escaped(made.json.title)}</title><h1>${escaped(made.json.title)}</h1>` } : made;
}

function document(team, kind, name, last, query) {
  if (kind === 'comparison' || kind === 'comparison.html') {
    return comparison(team, query);
  }
  const isReport = last === 'report' || last === 'report.html';
  const missing = (what) => ({ status: 404, title: 'Not Found', detail: `the store has no ${what} "${name}" of team ${team}` });
  switch (kind) {
    case 'runs': {
      const run = RUNS.find((one) => one.team === team && one.run === name);
      return isReport ? (run ? { json: report(run.experiment, [run.phase]) } : missing('run')) : null;
    }
    case 'experiments': {
      const one = experiments().find((other) => other.team === team && other.experiment === name);
      if (!one) {
        return missing('experiment');
      }
      return last === 'history' ? { json: history(one, query) } : isReport ? { json: report(name, one.phases) } : null;
    }
    case 'tunes': {
      const tune = tunes().find((one) => one.team === team && one.tune === name);
      return isReport ? (tune ? { json: tuneReport(tune) } : missing('tune')) : null;
    }
    default:
      return null;
  }
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
