/** Which metric, quantile, load and time a history shows. The address follows. */

import { historyView, type HistoryKey } from '../../api/report-paths';
import type { Load } from '../../api/report-types';
import { useApp } from '../../app-context';
import { load as loadWords } from '../../format/number';
import { metricLabel, quantileLabel } from '../../format/objective';
import { day } from '../../format/time';
import { HISTORY_METRICS, QUANTILES } from '../../router/more-routes';

const DAY_MS = 86_400_000;
const TIMES: [string, number | null][] = [
  ['All', null],
  ['7 days', 7],
  ['30 days', 30],
  ['90 days', 90],
];

export function Pickers({ of, loads, shown }: { of: HistoryKey; loads: Load[]; shown: Load | null }) {
  const { router } = useApp();
  const show = (change: Partial<HistoryKey>): void => router.go(historyView({ ...of, ...change }));
  const quantiles = QUANTILES.includes(of.quantile) ? QUANTILES : [...QUANTILES, of.quantile].sort();
  return (
    <div class="chart-bar">
      <label class="choice">
        Metric
        <select value={of.metric} onChange={(event) => show({ metric: event.currentTarget.value })}>
          {HISTORY_METRICS.map((metric) => (
            <option key={metric} value={metric}>
              {metricLabel(metric)}
            </option>
          ))}
        </select>
      </label>
      <span class="segments" role="group" aria-label="Quantile">
        {quantiles.map((quantile) => (
          <button key={quantile} type="button" aria-pressed={quantile === of.quantile} onClick={() => show({ quantile })}>
            {quantileLabel(quantile)}
          </button>
        ))}
      </span>
      <label class="choice">
        Load
        <select value={shown === null ? '' : String(shown.load)} onChange={(event) => show({ load: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })}>
          {shown === null && <option value="">most runs</option>}
          {[...loads]
            .sort((a, b) => a.load - b.load)
            .map((one) => (
              <option key={`${one.kind} ${one.load}`} value={String(one.load)}>
                {loadWords(one.load, one.kind)}
              </option>
            ))}
        </select>
      </label>
      <TimePicker of={of} show={show} />
    </div>
  );
}

function TimePicker({ of, show }: { of: HistoryKey; show(change: Partial<HistoryKey>): void }) {
  const { clock } = useApp();
  const first = (days: number | null): string | null => (days === null ? null : day(clock.now() - days * DAY_MS));
  return (
    <>
      <span class="segments" role="group" aria-label="Time">
        {TIMES.map(([words, days]) => (
          <button key={words} type="button" aria-pressed={of.from === first(days) && of.until === null} onClick={() => show({ from: first(days), until: null })}>
            {words}
          </button>
        ))}
      </span>
      <label class="choice">
        From
        <input type="date" value={of.from ?? ''} onChange={(event) => show({ from: event.currentTarget.value || null })} />
      </label>
      <label class="choice">
        Until
        <input type="date" value={of.until ?? ''} onChange={(event) => show({ until: event.currentTarget.value || null })} />
      </label>
    </>
  );
}
