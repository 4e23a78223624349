/** A value that tells when it changed. */

import { useEffect, useState } from 'preact/hooks';

export class Store<T> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: T) {}

  get(): T {
    return this.value;
  }

  set(value: T): void {
    if (value === this.value) {
      return;
    }
    this.value = value;
    for (const listener of [...this.listeners]) {
      listener();
    }
  }

  update(change: (value: T) => T): void {
    this.set(change(this.value));
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState({});
  useEffect(() => {
    let seen = store.get();
    redraw({});
    return store.subscribe(() => {
      if (store.get() !== seen) {
        seen = store.get();
        redraw({});
      }
    });
  }, [store]);
  return store.get();
}
