/** The address bar as a store of the current route. */

import { Store } from '../state/store';
import { parseRoute, type Route } from './route';

export class Router {
  readonly route = new Store<Route>(current());
  /** Counts views that were opened, so that the focus moves to the heading of each. */
  readonly opened = new Store(0);

  start(): void {
    addEventListener('popstate', () => this.route.set(current()));
  }

  /** Opens a view. */
  go(address: string): void {
    if (!address.startsWith('/') || address.startsWith('//')) {
      return;
    }
    const samePage = address.split('?')[0] === location.pathname;
    history.pushState(null, '', address);
    this.route.set(current());
    if (!samePage) {
      scrollTo(0, 0);
      this.opened.update((n) => n + 1);
    }
  }

  /** Changes what the current view shows. */
  replace(address: string): void {
    history.replaceState(null, '', address);
    this.route.set(current());
  }
}

function current(): Route {
  return parseRoute(location.pathname, location.search);
}
