/** The charts of a tune. What is chosen in them is in the address. */

import { useState } from 'preact/hooks';
import type { TuneFigures } from '../../api/detail-types';
import type { TuneChoice } from '../../router/more-routes';
import { axesOf, latencyObjectives, objectivesOf, type Brushes } from '../../state/tune';
import { Configurations } from './configurations';
import { Choice } from './choice';
import { TuneMatrix } from './matrix';
import { Parallel } from './parallel';
import { Pareto } from './pareto';

export interface FiguresProps {
  figures: TuneFigures;
  choice: TuneChoice;
  choose(change: Partial<TuneChoice>): void;
}

const USUAL_LATENCY = 'ttft-0.99';

export function Figures({ figures, choice, choose }: FiguresProps) {
  const [brushes, setBrushes] = useState<Brushes>(new Map());
  const unders = [...new Set(figures.configurations.map((one) => one.under))];
  const under = unders.includes(choice.under ?? '') ? (choice.under ?? '') : (unders[0] ?? '');
  const tune = unders.length > 1 ? { ...figures, configurations: figures.configurations.filter((one) => one.under === under) } : figures;
  const objectives = objectivesOf(tune);
  const latencies = latencyObjectives(tune);
  const latency = latencies.find((one) => one.id === choice.latency) ?? latencies.find((one) => one.id === USUAL_LATENCY) ?? latencies[0] ?? null;
  const objective = objectives.find((one) => one.id === choice.by) ?? objectives[0];
  const held = objectives.find((one) => one.id === 'held');
  const names = tune.parameters.map(({ name }) => name);
  const pair = pairOf(names, choice);
  const axes = axesOf(tune, latency);
  const brush = (axis: string, range: [number, number] | null): void =>
    setBrushes((old) => {
      const next = new Map(old);
      range === null ? next.delete(axis) : next.set(axis, range);
      return next;
    });
  const mark = (phase: string | null): void => choose({ configuration: phase });
  return (
    <div class="tune-figures">
      {unders.length > 1 && <Choice label="Measured under" value={under} options={unders.map((id) => ({ id, label: id || 'the plan’s load' }))} choose={(value) => choose({ under: value })} />}
      {pair && objective && <TuneMatrix tune={tune} objectives={objectives} objective={objective} pair={pair} choose={choose} marked={choice.configuration} mark={mark} />}
      {axes.length > 1 && <Parallel name={tune.tune.tune} configurations={tune.configurations} axes={axes} brushes={brushes} brush={brush} marked={choice.configuration} winner={tune.tune.winner} />}
      {held && latency && <Pareto tune={tune} held={held} latencies={latencies} latency={latency} choose={(id) => choose({ latency: id })} marked={choice.configuration} />}
      <Configurations
        tune={tune}
        objectives={objectives.filter((one) => one === held || one.id === 'goal' || one.id === 'tokens' || one.id === latency?.id)}
        axes={axes}
        brushes={brushes}
        clear={() => setBrushes(new Map())}
        marked={choice.configuration}
        mark={mark}
      />
    </div>
  );
}

/** Those that were chosen, else the first two. */
function pairOf(names: string[], choice: TuneChoice): [string, string] | null {
  if (names.length < 2) {
    return null;
  }
  const row = names.includes(choice.row ?? '') ? choice.row! : names.find((name) => name !== choice.column)!;
  const column = names.includes(choice.column ?? '') && choice.column !== row ? choice.column! : names.find((name) => name !== row)!;
  return [row, column];
}
