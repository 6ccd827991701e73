/** Questions of a section, alone or in groups, as a definition lists them. */
import type { Condition, FieldNode, Group, Section } from './types.ts';

export interface PlacedQuestion {
  name: string;
  /** Pointer of the name in the definition. */
  pointer: string;
  group?: Group;
  /** Conditions of its section and group. */
  around: Condition[];
}

/** Returns the questions of a section in order. `pointer` is that of the section. */
export function questionsOf({ fields, visibleWhen }: Section, pointer = ''): PlacedQuestion[] {
  return fields.flatMap((one, index): PlacedQuestion[] => {
    const at = `${pointer}/fields/${index}`;
    const around = [visibleWhen, typeof one === 'string' ? undefined : one.visibleWhen].filter(
      (when) => when !== undefined,
    );
    if (typeof one === 'string') return [{ name: one, pointer: at, around }];
    return one.fields.map((name, place) => ({
      name,
      pointer: `${at}/fields/${place}`,
      group: one,
      around,
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
export function inGroups(fields: readonly FieldNode[]): { group: Group | undefined; fields: FieldNode[] }[] {
  const runs: { group: Group | undefined; fields: FieldNode[] }[] = [];
  for (const node of fields) {
    const last = runs.at(-1);
    if (last && last.group === node.group) last.fields.push(node);
    else runs.push({ group: node.group, fields: [node] });
  }
  return runs;
}
