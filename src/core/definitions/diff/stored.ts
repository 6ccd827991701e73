/** What a new version means for answers that are stored: what is read elsewhere, and what is not read any more. */
import { getOwn } from '../../json.ts';
import type { CompiledForm, FieldNode, Text } from '../types.ts';
import { migrationTargets } from '../versions/migrate.ts';
import { movesOf, type OptionMapping } from '../versions/moves.ts';

export type StoredKind = 'lost' | 'moved' | 'option_lost' | 'option_read' | 'given';

export interface StoredChange {
  kind: StoredKind;
  question: Text;
  /** Label of the option that was chosen. */
  option?: Text;
  /** Label of the question, or of the option, that takes it. */
  to?: Text;
  /** The answer that earlier records are given. */
  value?: string;
}

/** Returns what changes for records of the older version; empty if all is read as before. */
export function storedChanges(before: CompiledForm, after: CompiledForm): StoredChange[] {
  const found: StoredChange[] = [];
  const moves = movesOf(after.definition);
  const lost = new Set<string>();
  for (const [name, old] of before.byProperty) {
    const targets = migrationTargets(name, before, after).flatMap((target) => {
      const node = after.byProperty.get(target);
      return node ? [{ target, node }] : [];
    });
    // Of a matrix that is still asked, it is a row that went.
    const row = after.byQuestion.has(old.id) ? old.def.rows?.find((one) => one.name === name) : undefined;
    const id = row ? name : old.id;
    if (targets.length === 0 && !lost.has(id)) {
      lost.add(id);
      found.push({ kind: 'lost', question: row?.label ?? old.def.label });
    }
    for (const { target, node } of targets) {
      if (node.id !== old.id) found.push({ kind: 'moved', question: old.def.label, to: node.def.label });
      found.push(...optionChanges(old, node, moves.mapping(name, target)));
      found.push(...columnsLost(old, node));
    }
  }
  for (const [name, value] of moves.given) {
    const node = after.byProperty.get(name);
    const shown = node?.def.options?.find((one) => one.value === value)?.label;
    if (node)
      found.push({ kind: 'given', question: node.def.label, ...(shown ? { to: shown } : { value: String(value) }) });
  }
  return found;
}

function optionChanges(old: FieldNode, now: FieldNode, map: OptionMapping): StoredChange[] {
  const [were, are] = [old.def.options ?? [], now.def.options ?? []];
  // A question of another type says what it takes by its type, not by its options.
  if (are.length === 0) return [];
  const question = old.def.label;
  return were.flatMap(({ value, label }): StoredChange[] => {
    const mapped = Object.hasOwn(map, value) ? getOwn(map, value) : value;
    const to = are.find((one) => one.value === mapped)?.label;
    if (to === undefined) return [{ kind: 'option_lost', question, option: label }];
    return mapped === value ? [] : [{ kind: 'option_read', question, option: label, to }];
  });
}

/** Columns match by id. */
function columnsLost(old: FieldNode, now: FieldNode): StoredChange[] {
  const kept = new Set(now.columns?.map(({ id }) => id));
  const gone = (old.columns ?? []).filter(({ id }) => !kept.has(id));
  return gone.map(({ def }) => ({ kind: 'lost', question: def.label }));
}
