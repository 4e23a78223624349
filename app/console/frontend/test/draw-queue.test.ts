import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DrawQueue, drawBeforeActions } from '../src/draw-queue';

function queueWith(frames: (() => void)[]): DrawQueue {
  return new DrawQueue((call) => void frames.push(call));
}

test('a page is drawn once a frame, however often it is asked for', () => {
  const frames: (() => void)[] = [];
  const queue = queueWith(frames);
  let drawn = 0;
  queue.add(() => drawn++);
  queue.add(() => drawn++);
  assert.equal(frames.length, 1);
  assert.equal(drawn, 0);
  frames[0]!();
  assert.equal(drawn, 1);
  queue.add(() => drawn++);
  assert.equal(frames.length, 2);
});

test('an action of the user meets what was asked for before it', () => {
  for (const action of ['pointerdown', 'keydown', 'click', 'submit']) {
    const frames: (() => void)[] = [];
    const queue = queueWith(frames);
    const page = new EventTarget();
    const order: string[] = [];
    drawBeforeActions(queue, page);
    page.addEventListener(action, () => order.push(action));
    queue.add(() => order.push('drawn'));
    page.dispatchEvent(new Event(action));
    frames.forEach((frame) => frame());
    assert.deepEqual(order, ['drawn', action]);
  }
});

test('the click of a box, which the browser has changed already, draws nothing', () => {
  const queue = queueWith([]);
  const box = Object.assign(new EventTarget(), { checked: true });
  let drawn = 0;
  drawBeforeActions(queue, box);
  queue.add(() => drawn++);
  box.dispatchEvent(new Event('click'));
  assert.equal(drawn, 0);
});
