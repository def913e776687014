import type { DehydratedState } from '@tanstack/react-query';

/**
 * A JSON value as a JSON array of values, each once, of which the last is the value itself. An object is written as the
 * position of its keys and the positions of its values, an array as -1 and the positions of its elements. They follow
 * what they contain. React serializes a text faster than an object, and this one is a third as long.
 */
export type PackedState<State = DehydratedState> = string & { state?: State };

/** Packs a state for the props of a client component. */
export function pack<State>(state: State): PackedState<State> {
  const entries: unknown[] = [];
  const [positions, nodePositions] = [new Map<unknown, number>(), new Map<unknown, number>()];
  const add = (entry: unknown, key: unknown, known: Map<unknown, number>): number => {
    const position = known.get(key) ?? entries.push(entry) - 1;
    known.set(key, position);
    return position;
  };
  const addNode = (node: number[]) => add(node, node.join(), nodePositions);
  const addValue = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return add(value, value, positions);
    if (Array.isArray(value)) return addNode([-1, ...value.map(addValue)]);
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return addNode([addValue(fields.map(([name]) => name)), ...fields.map(([, field]) => addValue(field))]);
  };
  addValue(state);
  return JSON.stringify(entries);
}

export function unpack<State>(text: PackedState<State>): State {
  const values: unknown[] = [];
  for (const entry of JSON.parse(text)) {
    if (Array.isArray(entry)) {
      const names = values[entry.shift()] as string[] | undefined;
      const content = entry.map((position) => values[position]);
      values.push(names ? Object.fromEntries(names.map((name, index) => [name, content[index]])) : content);
    } else values.push(entry);
  }
  return values.at(-1) as State;
}
