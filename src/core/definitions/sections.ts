/** Questions of a section, alone or in groups, as a definition lists them. */
import type { Condition, FieldNode, Group, Section } from './types.ts';

export interface PlacedQuestion {
  name: string;
  /** Pointer of the name in the definition. */
  pointer: string;
  group?: Group;
  /** What must hold of its section and group for the question to exist. */
  visibleWhen: Condition | undefined;
}

/** Returns the questions of a section in order. `pointer` is that of the section. */
export function questionsOf({ fields, visibleWhen }: Section, pointer = ''): PlacedQuestion[] {
  return fields.flatMap((one, index): PlacedQuestion[] => {
    const at = `${pointer}/fields/${index}`;
    if (typeof one === 'string') return [{ name: one, pointer: at, visibleWhen }];
    const shown = allConditions(visibleWhen, one.visibleWhen);
    return one.fields.map((name, place) => ({
      name,
      pointer: `${at}/fields/${place}`,
      group: one,
      visibleWhen: shown,
    }));
  });
}

/** Returns the groups of a section, each with its pointer. */
export function groupsOf({ fields }: Section, pointer: string): { group: Group; pointer: string }[] {
  return fields.flatMap((one, index) =>
    typeof one === 'string' ? [] : [{ group: one, pointer: `${pointer}/fields/${index}` }],
  );
}

/** Returns fields in runs that stand in the same group, or in none. */
export function groupRuns(fields: readonly FieldNode[]): { group: Group | undefined; fields: FieldNode[] }[] {
  const runs: { group: Group | undefined; fields: FieldNode[] }[] = [];
  for (const node of fields) {
    const last = runs.at(-1);
    if (last && last.group === node.group) last.fields.push(node);
    else runs.push({ group: node.group, fields: [node] });
  }
  return runs;
}

/** Returns true for a note that is the heading of the questions after it. */
export function isHeading({ def }: FieldNode): boolean {
  return def['ui:widget'] === 'heading';
}

/** Returns fields below their headings; a heading without fields is left out. */
export function groupByHeading(
  fields: readonly FieldNode[],
): { heading: FieldNode | undefined; fields: [FieldNode, ...FieldNode[]] }[] {
  const runs: { heading: FieldNode | undefined; fields: FieldNode[] }[] = [{ heading: undefined, fields: [] }];
  for (const node of fields) {
    if (isHeading(node)) runs.push({ heading: node, fields: [] });
    else runs.at(-1)?.fields.push(node);
  }
  return runs.flatMap(({ heading, fields: [first, ...more] }) =>
    first ? [{ heading, fields: [first, ...more] }] : [],
  );
}

/** Returns one condition that holds when all of these do; undefined if there is none. */
export function allConditions(...conditions: (Condition | undefined)[]): Condition | undefined {
  const [first, ...more] = conditions.filter((one) => one !== undefined);
  return first && more.length > 0 ? { all: [first, ...more] } : first;
}
