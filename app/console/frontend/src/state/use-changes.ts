/** What the caller of this page may change, and the annotations of what it shows. */

import { useMemo } from 'preact/hooks';
import { withQuery } from '../api/paths';
import { annotationsPath, baselinesPath } from '../api/change-paths';
import type { Annotation, AnnotationSubject, Baseline } from '../api/change-types';
import type { Session } from '../api/types';
import { useApp } from '../app-context';
import { annotationsOf } from './changes';
import type { Loaded } from './load';
import { usePoll } from './poll';
import { useStore } from './store';

const EVERY_MS = 30_000;

export function useSession(): Session | null {
  const login = useStore(useApp().login);
  return login.state === 'open' ? login.session : null;
}

interface Found {
  annotations: Annotation[];
}

export interface ShownAnnotations {
  annotations: Annotation[];
  error: unknown;
  reload(): void;
}

/** From a time on; none while it is not known. */
export function useAnnotations(team: string, from: string | null, subject: AnnotationSubject): ShownAnnotations {
  const { api } = useApp();
  const path = from === null ? '' : withQuery(annotationsPath(team), { from });
  const read = (signal: AbortSignal): Promise<Found> => (path === '' ? Promise.resolve({ annotations: [] }) : api.get<Found>(path, signal));
  const { data, error, reload } = usePoll(path, path === '' ? null : EVERY_MS, read);
  const annotations = useMemo(() => annotationsOf(data?.annotations ?? [], subject), [data, JSON.stringify(subject)]);
  return { annotations, error, reload };
}

export function useBaselines(team: string): Loaded<{ baselines: Baseline[] }> {
  const { api } = useApp();
  const path = baselinesPath(team);
  return usePoll(path, EVERY_MS, (signal) => api.get<{ baselines: Baseline[] }>(path, signal));
}
