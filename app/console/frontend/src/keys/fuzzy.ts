/** Finds text by a few of its letters in their order. */

/** Higher is better; null is no match. Letters side by side and at starts of words count more. */
export function fuzzyScore(query: string, text: string): number | null {
  const wanted = query.toLowerCase().replace(/\s+/g, '');
  const within = text.toLowerCase();
  let score = 0;
  let place = -1;
  for (const letter of wanted) {
    const found = within.indexOf(letter, place + 1);
    if (found < 0) {
      return null;
    }
    score += place >= 0 && found === place + 1 ? 3 : 0;
    score += found === 0 || /[\s/_.:-]/.test(within[found - 1]!) ? 2 : 0;
    score -= Math.min(found - place - 1, 5) * 0.1;
    place = found;
  }
  return score - within.length * 0.01;
}

export function ranked<T>(query: string, items: T[], text: (item: T) => string, most: number): T[] {
  if (query.trim() === '') {
    return items.slice(0, most);
  }
  return items
    .map((item) => ({ item, score: fuzzyScore(query, text(item)) }))
    .filter((one): one is { item: T; score: number } => one.score !== null)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map((one) => one.item);
}
