/** Items by a name, in the order in which the names first came. */
export function grouped<T>(items: T[], name: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(name(item));
    if (group) {
      group.push(item);
    } else {
      groups.set(name(item), [item]);
    }
  }
  return groups;
}
