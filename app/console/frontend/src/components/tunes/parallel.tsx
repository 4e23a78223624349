/** Configurations as lines over an axis for each parameter, for held load and for latency. Each axis can be brushed; the table beneath does the same for keys. */

import { useRef, useState } from 'preact/hooks';
import type { TuneConfiguration } from '../../api/detail-types';
import { evenGap } from '../../state/scale';
import { isBrushed, type Axis, type Brushes } from '../../state/tune';
import { Drawing, textTable } from '../drawing';

export interface ParallelProps {
  name: string;
  configurations: TuneConfiguration[];
  axes: Axis[];
  brushes: Brushes;
  brush(axis: string, range: [number, number] | null): void;
  marked: string | null;
  winner: string | null;
}

const LEAST_GAP = 170;
const SIDE = 90;
const TOP = 44;
const TALL = 240;
const BRUSH_WIDTH = 26;
/** A shorter pull is a click: it takes the brush away. */
const LEAST_BRUSH = 0.02;

export function Parallel({ name, configurations, axes, brushes, brush, marked, winner }: ParallelProps) {
  const [room, setRoom] = useState(0);
  const gap = evenGap(axes.length, room - 2 * SIDE, LEAST_GAP);
  const width = Math.max(1, axes.length - 1) * gap + 2 * SIDE;
  const height = TOP + TALL + 20;
  const x = (index: number): number => SIDE + index * gap;
  const y = (place: number): number => TOP + (1 - place) * TALL;
  const shown = configurations.filter((one) => isBrushed(axes, brushes, one));
  const data = textTable(
    ['configuration', ...axes.map((axis) => axis.label)],
    configurations.map((one) => [one.phase, ...axes.map((axis) => axis.words(one))]),
  );
  const drawn = [...configurations].sort((a, b) => rank(a) - rank(b));
  function rank(one: TuneConfiguration): number {
    return one.phase === marked ? 3 : one.phase === winner ? 2 : shown.includes(one) ? 1 : 0;
  }
  const kind = (one: TuneConfiguration): string => (one.phase === marked ? 'line-marked' : !shown.includes(one) ? 'line-dimmed' : one.phase === winner ? 'line-winner' : 'line-usual');
  return (
    <Drawing
      title="Parameters, held load and latency"
      name={`${name}-parallel`}
      summary={`${shown.length} of ${configurations.length} configurations as lines over ${axes.map((axis) => axis.label).join(', ')}. The table of configurations has all values.`}
      width={width}
      height={height}
      data={data}
      onRoom={setRoom}
      note="Pull along an axis to keep the configurations in that part; click the axis to take the part away. With the keyboard: the table of configurations."
    >
      {drawn.map((one) => (
        <path key={one.phase} class={`parallel-line ${kind(one)}`} d={pathOf(axes, one, x, y)} fill="none">
          <title>{one.phase}</title>
        </path>
      ))}
      {axes.map((axis, i) => (
        <AxisLine key={axis.id} axis={axis} x={x(i)} y={y} brush={brushes.get(axis.id) ?? null} set={(range) => brush(axis.id, range)} />
      ))}
    </Drawing>
  );
}

/** A line is broken where a configuration has no value. */
function pathOf(axes: Axis[], one: TuneConfiguration, x: (index: number) => number, y: (place: number) => number): string {
  let pen = 'M';
  return axes
    .map((axis, i) => {
      const place = axis.place(one);
      const part = place === null ? '' : `${pen}${x(i)} ${y(place).toFixed(1)}`;
      pen = place === null ? 'M' : 'L';
      return part;
    })
    .join('');
}

interface AxisLineProps {
  axis: Axis;
  x: number;
  y(place: number): number;
  brush: [number, number] | null;
  set(range: [number, number] | null): void;
}

function AxisLine({ axis, x, y, brush, set }: AxisLineProps) {
  const from = useRef<number | null>(null);
  const [pulled, setPulled] = useState<[number, number] | null>(null);
  const placeOf = (event: PointerEvent): number => {
    const svg = (event.currentTarget as SVGElement).ownerSVGElement!;
    const box = svg.getBoundingClientRect();
    const at = ((event.clientY - box.top) / box.height) * svg.viewBox.baseVal.height;
    return Math.min(1, Math.max(0, 1 - (at - TOP) / TALL));
  };
  const down = (event: PointerEvent): void => {
    (event.currentTarget as SVGElement).setPointerCapture(event.pointerId);
    from.current = placeOf(event);
  };
  const move = (event: PointerEvent): void => {
    if (from.current !== null) {
      setPulled(ordered(from.current, placeOf(event)));
    }
  };
  const up = (event: PointerEvent): void => {
    if (from.current !== null) {
      const range = ordered(from.current, placeOf(event));
      set(range[1] - range[0] < LEAST_BRUSH ? null : range);
    }
    from.current = null;
    setPulled(null);
  };
  const range = pulled ?? brush;
  return (
    <g class="parallel-axis">
      <text x={x} y={16} text-anchor="middle" class="axis-name">
        {shortened(axis.label)}
        <title>{axis.label}</title>
      </text>
      <line x1={x} x2={x} y1={y(1)} y2={y(0)} class="axis-line" />
      {axis.ticks.map((tick) => (
        <g key={tick.words}>
          <line x1={x - 4} x2={x + 4} y1={y(tick.place)} y2={y(tick.place)} class="axis-line" />
          <text x={x - 8} y={y(tick.place)} text-anchor="end" dominant-baseline="middle" class="axis-tick">
            {shortened(tick.words)}
          </text>
        </g>
      ))}
      {range && <rect x={x - BRUSH_WIDTH / 2} width={BRUSH_WIDTH} y={y(range[1])} height={Math.max(2, y(range[0]) - y(range[1]))} class="axis-brush" />}
      <rect
        data-only-screen=""
        x={x - BRUSH_WIDTH / 2}
        width={BRUSH_WIDTH}
        y={y(1) - 6}
        height={TALL + 12}
        class="axis-handle"
        data-axis={axis.id}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
      />
    </g>
  );
}

function ordered(a: number, b: number): [number, number] {
  return a < b ? [a, b] : [b, a];
}

const LONGEST = 22;

function shortened(words: string): string {
  return words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words;
}
