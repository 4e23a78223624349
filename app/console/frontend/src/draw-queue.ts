/** Draws at most once a frame, and before each action of the user: what handles the action then knows all that came before it. */

export class DrawQueue {
  private draw: (() => void) | null = null;

  constructor(private readonly nextFrame: (call: () => void) => void) {}

  /** Of a page that is not seen there are no frames, and nothing is drawn. */
  add(draw: () => void): void {
    const waits = this.draw !== null;
    this.draw = draw;
    if (!waits) {
      this.nextFrame(() => this.flush());
    }
  }

  flush(): void {
    const draw = this.draw;
    this.draw = null;
    draw?.();
  }
}

/** Actions by which a user means what the page shows: a form that is sent has the last letter that was typed into it. */
export function drawBeforeActions(queue: DrawQueue, page: EventTarget): void {
  for (const action of ['pointerdown', 'keydown', 'click', 'submit']) {
    page.addEventListener(
      action,
      (event) => {
        // The browser has changed a box before its click is handled, and drawing would change it back.
        if (action !== 'click' || !isField(event.target)) {
          queue.flush();
        }
      },
      { capture: true },
    );
  }
}

function isField(target: EventTarget | null): boolean {
  return target !== null && 'checked' in target;
}
