/** Keeps the clock and the connection of a page that needs no events of its own. */

import { useEffect } from 'preact/hooks';
import { useApp } from '../app-context';

export function useStream(team: string | null): void {
  const { stream } = useApp();
  useEffect(() => stream.open({ team: team ?? undefined }), [team]);
}
