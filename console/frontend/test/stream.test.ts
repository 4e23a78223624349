import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { EventStream, type EventHandlers } from '../src/live/stream';

class FakeSource {
  static readonly CLOSED = 2;
  static made: FakeSource[] = [];
  readyState = 1;
  onerror: (() => void) | null = null;
  private readonly listeners = new Map<string, (event: { data: string }) => void>();

  constructor(readonly url: string) {
    FakeSource.made.push(this);
  }

  addEventListener(name: string, listener: (event: { data: string }) => void): void {
    this.listeners.set(name, listener);
  }

  say(name: string, data: unknown = {}): void {
    this.listeners.get(name)!({ data: JSON.stringify(data) });
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
}

function setUp() {
  FakeSource.made = [];
  (globalThis as unknown as { EventSource: unknown }).EventSource = FakeSource;
  const heard: string[] = [];
  const names = ['hello', 'time', 'run', 'windows', 'breach', 'changed', 'reset', 'expired'] as const;
  const handlers = Object.fromEntries(names.map((name) => [name, () => heard.push(name)])) as unknown as EventHandlers;
  const clock = { ms: 0 };
  const stream = new EventStream(handlers, { now: () => 1000, monotonic: () => clock.ms, refused: async () => false });
  const last = (): FakeSource => FakeSource.made.at(-1)!;
  return { stream, heard, clock, last };
}

test('one stream serves a scope; another scope opens another', () => {
  const { stream, last } = setUp();
  stream.open({ team: 'a b' });
  stream.open({ team: 'a b' });
  assert.deepEqual(FakeSource.made.map((source) => source.url), ['/api/v1/events?team=a+b']);
  stream.open({ team: 'a b', run: 'r' });
  assert.equal(FakeSource.made[0]!.readyState, FakeSource.CLOSED);
  assert.equal(last().url, '/api/v1/events?team=a+b&run=r');
});

test('a quiet stream is opened again, and the data is loaded when the new one speaks', () => {
  const { stream, heard, clock, last } = setUp();
  stream.open({});
  last().say('hello');
  assert.equal(stream.connection.get().state, 'open');
  clock.ms = 15_001;
  stream.watch();
  assert.equal(FakeSource.made.length, 2);
  assert.deepEqual(stream.connection.get(), { state: 'lost', lostAt: 1000 });
  assert.deepEqual(heard, ['hello']);
  last().say('hello');
  last().say('time');
  assert.deepEqual(heard, ['hello', 'hello', 'reset', 'time']);
  assert.equal(stream.connection.get().state, 'open');
});

test('a stream of which the login is over is not opened again', () => {
  const { stream, heard, clock, last } = setUp();
  stream.open({});
  last().say('expired');
  clock.ms = 60_000;
  stream.watch();
  assert.deepEqual(heard, ['expired']);
  assert.equal(FakeSource.made.length, 1);
});

test('an event that is no JSON is left out', () => {
  const { stream, heard, last } = setUp();
  stream.open({});
  (last() as unknown as { listeners: Map<string, (event: { data: string }) => void> }).listeners.get('run')!({ data: '{' });
  assert.deepEqual(heard, []);
});

test('a tab that is hidden for a minute has no stream until it is seen', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { stream, heard, last } = setUp();
  stream.open({});
  stream.seen(false);
  mock.timers.tick(59_000);
  stream.seen(true);
  assert.equal(FakeSource.made.length, 1);
  stream.seen(false);
  mock.timers.tick(60_000);
  assert.equal(last().readyState, FakeSource.CLOSED);
  stream.seen(true);
  assert.equal(FakeSource.made.length, 2);
  last().say('hello');
  assert.deepEqual(heard, ['hello', 'reset']);
  mock.timers.reset();
});
