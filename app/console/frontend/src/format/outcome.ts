/** Outcomes of requests in words: HTTP_ERROR is "HTTP error". */

const UPPER = new Set(['OK', 'DNS', 'TLS', 'HTTP']);

export function outcomeWords(outcome: string): string {
  return outcome
    .split('_')
    .map((word) => (UPPER.has(word) ? word : word.toLowerCase()))
    .join(' ');
}
