/** Held load against a latency percentile: what nothing beats in both is joined by a line, the rest is dimmed. */

import { useState } from 'preact/hooks';
import type { TuneFigures } from '../../api/detail-types';
import { digits } from '../../format/number';
import { scaleOf, type Scale } from '../../state/scale';
import { figureWords, paretoOf, type Figure, type Objective, type ParetoPoint } from '../../state/tune';
import { Drawing, textTable } from '../drawing';
import { Choice } from './choice';

export interface ParetoProps {
  tune: TuneFigures;
  held: Objective;
  latencies: Objective[];
  latency: Objective;
  choose(latency: string): void;
  marked: string | null;
}

const LEAST_WIDTH = 760;
const HEIGHT = 380;
const LEFT = 64;
const RIGHT = 24;
const TOP = 16;
const FOOT = 46;
/** Names nearer to the right edge than this are written to the left of their point. */
const NAME_ROOM = 120;

export function Pareto({ tune, held, latencies, latency, choose, marked }: ParetoProps) {
  const [room, setRoom] = useState(0);
  const width = Math.max(LEAST_WIDTH, room);
  const points = paretoOf(tune, latency);
  const x = scaleOf(points.flatMap((point) => ends(point.latency)), 7);
  const y = scaleOf([0, ...points.flatMap((point) => ends(point.held))], 6);
  const px = (value: number): number => LEFT + x.at(value) * (width - LEFT - RIGHT);
  const py = (value: number): number => HEIGHT - FOOT - y.at(value) * (HEIGHT - TOP - FOOT);
  const front = points.filter((point) => point.front);
  const data = textTable(
    ['configuration', `held load, ${held.unit}`, latency.label, 'on the front'],
    points.map((point) => [point.configuration.phase, figureWords(held, point.held), figureWords(latency, point.latency), point.front ? 'yes' : '']),
  );
  return (
    <Drawing
      title={`Held load against ${latency.label}`}
      name={`${tune.tune.tune}-pareto`}
      summary={`${points.length} configurations. On the front, by latency: ${front.map((point) => `${point.configuration.phase} holds ${held.format(point.held.value!)} ${held.unit} at ${latency.format(point.latency.value!)}`).join('; ')}.`}
      width={width}
      height={HEIGHT}
      data={data}
      onRoom={setRoom}
      controls={<Choice label="Latency" value={latency.id} options={latencies} choose={choose} />}
      note="The latency is that at the highest load that a configuration does not fail at. Up and to the left is better. Whiskers: across, the 95 % interval by the number of requests; upwards, from the least load that a start held to the load at which all fail. Points whose whiskers overlap may change places."
    >
      <Grid width={width} x={x} y={y} px={px} py={py} latency={latency} label={`held load, ${held.unit}`} />
      {front.length > 1 && <path class="pareto-front" fill="none" d={front.map((point, i) => `${i ? 'L' : 'M'}${px(point.latency.value!).toFixed(1)} ${py(point.held.value!).toFixed(1)}`).join('')} />}
      {points.map((point) => (
        <Dot key={point.configuration.phase} point={point} px={px} py={py} named={px(point.latency.value!) > width - NAME_ROOM ? 'before' : 'after'} marked={point.configuration.phase === marked} />
      ))}
    </Drawing>
  );
}

function ends({ value, low, high }: Figure): number[] {
  return [value, low, high].filter((one): one is number => one !== null);
}

interface GridProps {
  width: number;
  x: Scale;
  y: Scale;
  px(value: number): number;
  py(value: number): number;
  latency: Objective;
  label: string;
}

function Grid({ width, x, y, px, py, latency, label }: GridProps) {
  return (
    <g class="pareto-grid">
      {y.ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={width - RIGHT} y1={py(tick)} y2={py(tick)} class="grid-line" />
          <text x={LEFT - 8} y={py(tick)} text-anchor="end" dominant-baseline="middle" class="axis-tick">
            {digits(tick)}
          </text>
        </g>
      ))}
      {x.ticks.map((tick) => (
        <g key={tick}>
          <line x1={px(tick)} x2={px(tick)} y1={TOP} y2={HEIGHT - FOOT} class="grid-line" />
          <text x={px(tick)} y={HEIGHT - FOOT + 16} text-anchor="middle" class="axis-tick">
            {latency.format(tick)}
          </text>
        </g>
      ))}
      <text x={(LEFT + width - RIGHT) / 2} y={HEIGHT - 8} text-anchor="middle" class="axis-name">
        {latency.label}
      </text>
      <text x={14} y={(TOP + HEIGHT - FOOT) / 2} text-anchor="middle" class="axis-name" transform={`rotate(-90 14 ${(TOP + HEIGHT - FOOT) / 2})`}>
        {label}
      </text>
    </g>
  );
}

interface DotProps {
  point: ParetoPoint;
  px(value: number): number;
  py(value: number): number;
  /** On which side of the point its name is. */
  named: 'before' | 'after';
  marked: boolean;
}

function Dot({ point, px, py, named, marked }: DotProps) {
  const { held, latency, front, configuration } = point;
  const [cx, cy] = [px(latency.value!), py(held.value!)];
  const across = [px(latency.low ?? latency.value!), px(latency.high ?? latency.value!)];
  const upwards = [py(held.low ?? held.value!), py(held.high ?? held.value!)];
  return (
    <g class={`pareto-point ${front ? 'on-front' : 'dominated'}${marked ? ' marked' : ''}`}>
      <line x1={across[0]} x2={across[1]} y1={cy} y2={cy} class="whisker" />
      <line x1={cx} x2={cx} y1={upwards[0]} y2={upwards[1]} class="whisker" />
      {front ? <circle cx={cx} cy={cy} r={5} class="dot" /> : <rect x={cx - 4} y={cy - 4} width={8} height={8} class="dot" />}
      {(front || marked || configuration.isDefault) && (
        <text x={named === 'after' ? cx + 8 : cx - 8} y={cy - 7} text-anchor={named === 'after' ? 'start' : 'end'} class="point-name">
          {configuration.phase}
        </text>
      )}
      <title>{configuration.phase}</title>
    </g>
  );
}
