/** The labels of a run. */

import { Name } from './name';

export function Tags({ labels }: { labels: Record<string, string> }) {
  const all = Object.entries(labels);
  if (all.length === 0) {
    return null;
  }
  return (
    <span class="tags">
      {all.map(([name, value]) => (
        <span key={name} class="tag">
          <Name text={`${name}=${value}`} />
        </span>
      ))}
    </span>
  );
}
