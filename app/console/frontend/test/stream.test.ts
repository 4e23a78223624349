import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Hub } from '../src/live/hub';
import type { HubLink } from '../src/live/link';
import type { FromHub, ToHub } from '../src/live/messages';
import { EventStream, type EventHandlers } from '../src/live/stream';

class FakeSource {
  static readonly CLOSED = 2;
  static made: FakeSource[] = [];
  readyState = 1;
  onerror: (() => void) | null = null;
  private readonly listeners = new Map<string, (event: { data: string; lastEventId: string }) => void>();

  constructor(readonly url: string) {
    FakeSource.made.push(this);
  }

  addEventListener(name: string, listener: (event: { data: string; lastEventId: string }) => void): void {
    this.listeners.set(name, listener);
  }

  say(name: string, id = '', data: unknown = {}): void {
    this.listeners.get(name)!({ data: typeof data === 'string' ? data : JSON.stringify(data), lastEventId: id });
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
}

const TIME = { now: '2026-11-26T10:00:00Z', feeds: [{ team: 'a', state: 'ready' }, { team: 'b', state: 'down' }] };

function setUpHub(refused = false) {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  FakeSource.made = [];
  (globalThis as unknown as { EventSource: unknown }).EventSource = FakeSource;
  const clock = { ms: 0 };
  const hub = new Hub({ monotonic: () => clock.ms, refused: async () => refused });
  const tab = () => {
    const heard: FromHub[] = [];
    const { receive } = hub.add((message) => heard.push(message));
    const names = (): string[] => heard.flatMap((message) => (message.type === 'event' ? [message.name] : []));
    const windows = (): unknown[] => heard.flatMap((message) => (message.type === 'event' && message.name === 'windows' ? [message.data.windows[0]] : []));
    return { receive, heard, names, windows };
  };
  const settle = (): void => mock.timers.tick(30);
  const open = (): FakeSource[] => FakeSource.made.filter((source) => source.readyState !== FakeSource.CLOSED);
  const last = (): FakeSource => FakeSource.made.at(-1)!;
  const window = (team: string, run: string, n: number): void => last().say('windows', `p-${n}`, { team, run, windows: [n] });
  return { hub, clock, tab, settle, open, last, window };
}

test('tabs share one connection, and each hears of its own run only', () => {
  const { tab, settle, open, last, window } = setUpHub();
  const [one, two] = [tab(), tab()];
  one.receive({ type: 'open', scope: { team: 'a', run: 'r 1' } });
  two.receive({ type: 'open', scope: { team: 'b', run: 'r2' } });
  settle();
  assert.equal(open().length, 1);
  assert.equal(last().url, '/api/v1/events?run=a%2Fr+1&run=b%2Fr2');
  last().say('hello', 'p-10', TIME);
  window('a', 'r 1', 11);
  window('b', 'r2', 12);
  last().say('run', '', { team: 'b', run: 'other' });
  assert.deepEqual(one.windows(), [11]);
  assert.deepEqual(two.windows(), [12]);
  assert.deepEqual(one.names(), ['hello', 'windows']);
  assert.deepEqual(two.names(), ['hello', 'windows', 'run']);
  const hello = one.heard.find((message) => message.type === 'event' && message.name === 'hello');
  assert.deepEqual(hello, { type: 'event', name: 'hello', data: { ...TIME, feeds: [TIME.feeds[0]] } });
});

test('one team of all tabs is asked for alone', () => {
  const { tab, settle, last } = setUpHub();
  tab().receive({ type: 'open', scope: { team: 'a b' } });
  tab().receive({ type: 'open', scope: { team: 'a b', run: 'r' } });
  settle();
  assert.equal(last().url, '/api/v1/events?team=a+b&run=a+b%2Fr');
});

test('a tab that comes later gets the last minute of its run, and the others nothing twice', () => {
  const { clock, tab, settle, open, last, window } = setUpHub();
  const one = tab();
  one.receive({ type: 'open', scope: { team: 'a', run: 'r' } });
  settle();
  last().say('hello', 'p-10', TIME);
  for (let n = 1; n <= 20; n++) {
    clock.ms = n * 5_000;
    window('a', 'r', 100 + n);
    last().say('time', `p-${100 + n}`, TIME);
  }
  const late = tab();
  late.receive({ type: 'open', scope: { team: 'a', run: 'r' } });
  settle();
  // At 100 s the newest place that is a minute old is that of 40 s.
  assert.equal(last().url, '/api/v1/events?team=a&run=a%2Fr&after=p-108');
  assert.equal(open().length, 1);
  last().say('hello', 'p-108', TIME);
  for (let n = 109; n <= 121; n++) {
    window('a', 'r', n);
  }
  assert.deepEqual(late.windows(), [109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121]);
  assert.equal(new Set(one.windows()).size, one.windows().length);
  assert.deepEqual(one.windows().slice(-2), [120, 121]);
});

test('after a loss the stream goes on behind the last event', () => {
  const { hub, clock, tab, settle, open, last, window } = setUpHub();
  const one = tab();
  one.receive({ type: 'open', scope: { team: 'a', run: 'r' } });
  settle();
  last().say('hello', 'p-10', TIME);
  window('a', 'r', 11);
  clock.ms = 15_001;
  hub.watch();
  assert.equal(open().length, 1);
  assert.equal(last().url, '/api/v1/events?team=a&run=a%2Fr&after=p-11');
  assert.deepEqual(one.heard.at(-1), { type: 'state', state: 'lost' });
  last().say('hello', 'p-11', TIME);
  window('a', 'r', 12);
  assert.deepEqual(one.windows(), [11, 12]);
  assert.equal(one.names().includes('reset'), false);
});

test('events of another process are told whatever their number', () => {
  const { tab, settle, last, window } = setUpHub();
  const one = tab();
  one.receive({ type: 'open', scope: { team: 'a', run: 'r' } });
  settle();
  last().say('hello', 'p-10', TIME);
  window('a', 'r', 11);
  last().say('hello', 'q-1', TIME);
  last().say('reset', '', '{}');
  last().say('windows', 'q-2', { team: 'a', run: 'r', windows: [2] });
  assert.deepEqual(one.windows(), [11, 2]);
  assert.deepEqual(one.names(), ['hello', 'windows', 'hello', 'reset', 'windows']);
});

test('the last tab that leaves ends the connection; one that answers no ping has left', () => {
  const { hub, clock, tab, settle, open, last } = setUpHub();
  const [one, two] = [tab(), tab()];
  one.receive({ type: 'open', scope: { team: 'a', run: 'r' } });
  two.receive({ type: 'open', scope: { team: 'a' } });
  settle();
  one.receive({ type: 'bye' });
  settle();
  assert.equal(last().url, '/api/v1/events?team=a');
  clock.ms = 61_000;
  hub.watch();
  settle();
  assert.equal(open().length, 0);
  two.receive({ type: 'open', scope: { team: 'a' } });
  settle();
  assert.equal(open().length, 1);
});

test('a login that is over reaches all tabs, and nothing is read until one asks anew', async () => {
  const { tab, settle, open, last } = setUpHub();
  const [one, two] = [tab(), tab()];
  one.receive({ type: 'open', scope: {} });
  two.receive({ type: 'open', scope: { team: 'a' } });
  settle();
  last().say('expired', '', '{}');
  assert.deepEqual([one.names(), two.names()], [['expired'], ['expired']]);
  assert.equal(open().length, 0);
  one.receive({ type: 'open', scope: {} });
  settle();
  assert.equal(open().length, 1);
});

test('a stream that is refused for want of a login is told to all tabs', async () => {
  const { tab, settle, last } = setUpHub(true);
  const one = tab();
  one.receive({ type: 'open', scope: {} });
  settle();
  last().readyState = FakeSource.CLOSED;
  last().onerror!();
  mock.timers.tick(1_000);
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(one.names(), ['expired']);
});

test('an event that is no JSON is left out', () => {
  const { tab, settle, last } = setUpHub();
  const one = tab();
  one.receive({ type: 'open', scope: {} });
  settle();
  last().say('run', '', '{');
  assert.deepEqual(one.names(), []);
});

test('a run for which the hub has no room is left to its tab', () => {
  const { tab } = setUpHub();
  for (let n = 0; n < 50; n++) {
    tab().receive({ type: 'open', scope: { team: 'a', run: `r${n}` } });
  }
  const more = tab();
  more.receive({ type: 'open', scope: { team: 'a', run: 'r0' } });
  assert.deepEqual(more.heard, [{ type: 'state', state: 'connecting' }]);
  more.receive({ type: 'open', scope: { team: 'a', run: 'one more' } });
  assert.deepEqual(more.heard.at(-1), { type: 'full' });
});

interface FakeLink extends HubLink {
  sent: ToHub[];
  closed: boolean;
  say(message: FromHub): void;
  fail(): void;
}

function setUpTab(withWorker = true) {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
  const links: FakeLink[] = [];
  const heard: string[] = [];
  const link = (shared: boolean) => (receive: (message: FromHub) => void, fail: () => void = () => {}): FakeLink => {
    const made: FakeLink = { shared, sent: [], closed: false, say: receive, fail, send: (message) => made.sent.push(message), close: () => (made.closed = true) };
    links.push(made);
    return made;
  };
  const names = ['hello', 'time', 'run', 'windows', 'breach', 'changed', 'reset', 'expired'] as const;
  const handlers = Object.fromEntries(names.map((name) => [name, () => heard.push(name)])) as unknown as EventHandlers;
  const clock = { ms: 0 };
  const stream = new EventStream(handlers, { now: () => 1000, monotonic: () => clock.ms, shared: withWorker ? link(true) : () => null, own: link(false) });
  return { stream, links, heard, clock };
}

const HELLO = { type: 'event', name: 'hello', data: TIME } as FromHub;

test('the same scope again changes nothing; another one is told to the hub', () => {
  const { stream, links } = setUpTab();
  stream.open({ team: 'a' });
  stream.open({ team: 'a' });
  stream.open({ team: 'a', run: 'r' });
  assert.equal(links.length, 1);
  assert.deepEqual(links[0]!.sent, [
    { type: 'open', scope: { team: 'a' } },
    { type: 'open', scope: { team: 'a', run: 'r' } },
  ]);
});

test('a tab whose hub is silent asks anew, and loads its data once it is answered', () => {
  const { stream, links, heard, clock } = setUpTab();
  stream.open({});
  links[0]!.say({ type: 'ping' });
  assert.deepEqual(links[0]!.sent.at(-1), { type: 'alive' });
  clock.ms = 20_001;
  stream.watch();
  assert.deepEqual([links.length, links[0]!.closed], [2, true]);
  assert.deepEqual(stream.connection.get(), { state: 'lost', lostAt: 1000 });
  links[0]!.say(HELLO);
  links[1]!.say(HELLO);
  links[1]!.say({ type: 'state', state: 'open' });
  assert.deepEqual(heard, ['hello', 'reset']);
  assert.equal(stream.connection.get().state, 'open');
});

test('where the worker does not start, or has no room, the tab reads for itself', () => {
  for (const refuse of [(link: FakeLink) => link.fail(), (link: FakeLink) => link.say({ type: 'full' })]) {
    const { stream, links } = setUpTab();
    stream.open({ team: 'a' });
    refuse(links[0]!);
    assert.equal(links[1]!.shared, false);
    assert.deepEqual(links[1]!.sent, [{ type: 'open', scope: { team: 'a' } }]);
  }
});

test('a hidden tab keeps its place in a shared stream, and gives up one of its own after a minute', () => {
  const shared = setUpTab();
  shared.stream.open({});
  shared.stream.seen(false);
  mock.timers.tick(60_000);
  assert.equal(shared.links[0]!.closed, false);

  const alone = setUpTab(false);
  alone.stream.open({});
  alone.stream.seen(false);
  mock.timers.tick(60_000);
  assert.equal(alone.links[0]!.closed, true);
  alone.stream.seen(true);
  alone.links[1]!.say(HELLO);
  assert.deepEqual(alone.heard, ['hello', 'reset']);
});

test('a login that is over ends the scope', () => {
  const { stream, links, heard } = setUpTab();
  stream.open({ team: 'a' });
  links[0]!.say({ type: 'event', name: 'expired', data: null });
  stream.open({ team: 'a' });
  assert.deepEqual(heard, ['expired']);
  assert.equal(links[0]!.sent.length, 2);
});
