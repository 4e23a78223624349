/** Numbered buttons at the head of a chart, one for each breach in view, with the breach's words beside. */

import type uPlot from 'uplot';
import type { NumberedBreach } from '../state/breaches';

const LEAST_DISTANCE = 22;

export class BreachButtons {
  private readonly layer = document.createElement('div');
  private shown = '';

  constructor(
    private readonly u: uPlot,
    private readonly describe: (breach: NumberedBreach) => string[],
    private readonly open: (breach: NumberedBreach) => void,
  ) {
    this.layer.className = 'breach-layer';
    u.over.appendChild(this.layer);
  }

  place(breaches: NumberedBreach[], now: number): void {
    const width = this.u.over.clientWidth;
    const places: { breach: NumberedBreach; left: number }[] = [];
    let free = -Infinity;
    for (const breach of breaches) {
      const left = this.u.valToPos(breach.from / 1000, 'x');
      const right = this.u.valToPos((breach.until ?? now) / 1000, 'x');
      const at = Math.min(Math.max(left, 0), width - 20);
      if (right < 0 || left > width || at < free) {
        continue;
      }
      places.push({ breach, left: at });
      free = at + LEAST_DISTANCE;
    }
    const key = places.map((place) => `${place.breach.breach.breach} ${place.breach.number} ${place.breach.breach.updated}`).join('\n');
    if (key !== this.shown) {
      this.shown = key;
      this.layer.replaceChildren(...places.map((place) => this.button(place.breach)));
    }
    places.forEach((place, i) => {
      const button = this.layer.children[i] as HTMLElement;
      button.style.left = `${Math.round(place.left)}px`;
      button.classList.toggle('right', place.left > width / 2);
    });
  }

  private button(breach: NumberedBreach): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'breach-flag';
    const number = document.createElement('span');
    number.textContent = String(breach.number);
    const tip = document.createElement('span');
    tip.className = 'breach-tip';
    tip.dir = 'auto';
    for (const words of this.describe(breach)) {
      const line = document.createElement('span');
      line.textContent = words;
      tip.appendChild(line);
    }
    button.setAttribute('aria-label', `Breach ${breach.number}: ${this.describe(breach).join(' ')}`);
    button.append(number, tip);
    for (const type of ['mousedown', 'dblclick']) {
      button.addEventListener(type, (event) => event.stopPropagation());
    }
    button.addEventListener('click', (event) => {
      event.stopPropagation();
      this.open(breach);
    });
    return button;
  }
}
