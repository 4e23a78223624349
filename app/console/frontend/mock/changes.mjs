/** Changes in memory: mutes, baselines and annotations of the mock. Objectives are taken and forgotten. */

const kept = { mutes: [], baselines: [], annotations: [] };
const NAME = { mutes: 'id', baselines: 'name', annotations: 'id' };

/** Mutes that were set here. */
export const mutes = kept.mutes;

/** undefined for what is no change. */
export function answerChange(method, parts, body, at) {
  const [teams, team, what, id, part] = parts;
  if (teams === 'teams' && part === 'objectives') {
    return { status: 201, json: { name: body.name ?? body.objective, since: at } };
  }
  const list = teams === 'teams' ? kept[what] : undefined;
  if (!list) {
    return undefined;
  }
  if (method === 'GET') {
    return { status: 200, json: { [what]: list.filter((one) => one.team === team) } };
  }
  const key = NAME[what];
  const place = list.findIndex((one) => one.team === team && one[key] === (id ?? body[key]));
  if (method === 'DELETE') {
    return place < 0 ? { status: 404 } : (list.splice(place, 1), { status: 204 });
  }
  const made = { target: null, experiment: null, run: null, ...body, team, by: 'user', from: at, setAt: at };
  list.splice(place < 0 ? list.length : place, place < 0 ? 0 : 1, made);
  return { status: 201, json: made };
}
