/**
 * Merges the answers that two people gave to one record, question by question. What only one of them changed merges by itself;
 * a question that both answered differently is a collision, which a person decides. Derived answers are left out, because the
 * server calculates them again.
 */

import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import { migrateAnswers } from '../definitions/versions/migrate.ts';
import { holdsFiles, propertyKindOf } from '../form/types/question.ts';
import { getOwn } from '../json.ts';
import {
  equalAnswers,
  type MergedRow,
  type MergeSide,
  mergeIdLists,
  mergeRows,
  resolveRows,
} from '../records/merge.ts';
import { isBlank } from '../text/letters.ts';
import { SyncError } from './transport.ts';

/** A question that the sides answer differently. */
export interface MergedQuestion {
  node: FieldNode;
  /** True if both sides changed it in different ways, so that a person must choose. */
  isConflict: boolean;
  /** Side used unless a person chooses. */
  choice: MergeSide;
  /** The rows of a table or a problem log, each of which may be chosen by itself. */
  rows?: MergedRow[];
  /** The answer of both sides together: files that either added. */
  together?: unknown;
}

export interface RecordMerge {
  /** The form in the version that all three are read as. */
  form: CompiledForm;
  /** The form in the version that mine was written in. */
  written: CompiledForm;
  base: RecordData;
  mine: RecordData;
  theirs: RecordData;
  questions: MergedQuestion[];
  /** Answers of mine that the other side's newer version of the form has no question for. A person must see them. */
  lost: string[];
  /** Answers that were given up at an earlier choice, in `form`. */
  given: RecordData;
}

/** Sides by name of the question, or by key of its rows. */
export type MergeChoices = Readonly<Record<string, MergeSide | Readonly<Record<string, MergeSide>>>>;

export interface VersionAnswers {
  form_version: number;
  data: RecordData;
}

/**
 * Merges three versions of the answers. `versions` are those of the form from the oldest to the newest that is named. Answers
 * are read as the newest of these. `given` are answers in the version of `mine` that were given up before.
 */
export function mergeRecord(
  versions: readonly CompiledForm[],
  {
    base,
    mine,
    theirs,
    given = {},
  }: { base: VersionAnswers; mine: VersionAnswers; theirs: VersionAnswers; given?: RecordData },
): RecordMerge {
  const newest = Math.max(base.form_version, mine.form_version, theirs.form_version);
  const form = versions.find(({ version }) => version === newest);
  const written = versions.find(({ version }) => version === mine.form_version);
  if (!form || !written) throw new SyncError(500, { code: 'form_missing', message: `version ${newest}` });
  const read = ({ form_version, data }: VersionAnswers) =>
    form_version === newest ? { data, dropped: [] } : migrateAnswers(data, versions, form_version, newest);
  const sides = { base: read(base), mine: read(mine), theirs: read(theirs) };
  const data = { base: sides.base.data, mine: sides.mine.data, theirs: sides.theirs.data };
  const lost = sides.mine.dropped.filter((name) => !equalAnswers(mine.data[name], base.data[name]));
  const nodes = [...form.fields.values()].filter((node) => !node.def.derived);
  const questions = nodes
    .filter((node) => differs(node, data.mine, data.theirs))
    .map((node) => judge(node, data.base, data.mine, data.theirs));
  const givenNow = read({ form_version: mine.form_version, data: given }).data;
  return { form, written, ...data, questions, lost, given: givenNow };
}

export function hasConflict({ questions, lost }: RecordMerge): boolean {
  return lost.length > 0 || questions.some(({ isConflict }) => isConflict);
}

/** Returns the names of the questions that the other person changed. */
export function changedByOther({ form, base, theirs }: RecordMerge): string[] {
  const nodes = [...form.fields.values()].filter((node) => !node.def.derived && differs(node, base, theirs));
  return nodes.map(({ name }) => name);
}

/** Returns the answers after the merge. Derived answers are those of `mine`. */
export function mergedAnswers({ mine, theirs, questions }: RecordMerge, choices: MergeChoices = {}): RecordData {
  const data = { ...mine };
  const put = (name: string, value: unknown) => {
    if (isBlank(value)) delete data[name];
    else data[name] = value;
  };
  for (const { node, choice, rows, together } of questions) {
    const chosen = getOwn(choices, node.name);
    const name = node.properties[0] ?? node.name;
    if (rows && typeof chosen !== 'string') put(name, resolveRows(rows, chosen));
    else if (together !== undefined && typeof chosen !== 'string') put(name, together);
    else if ((typeof chosen === 'string' ? chosen : choice) === 'theirs')
      for (const property of node.properties) put(property, theirs[property]);
  }
  return data;
}

/** Returns the answers of mine that the person gave up for the other side's, by property. Of a table, the rows given up. */
export function rejectedAnswers({ base, mine, questions }: RecordMerge, choices: MergeChoices = {}): RecordData {
  const found: RecordData = {};
  for (const { node, choice, rows } of questions) {
    if (holdsFiles(node) || !differs(node, base, mine)) continue;
    const chosen = getOwn(choices, node.name);
    if (rows && typeof chosen !== 'string') {
      const left = rows.filter(({ key, isMerged, steps, choice: own }) => {
        return !isMerged && steps.mine !== 'kept' && (getOwn(chosen, key) ?? own) === 'theirs';
      });
      const given = left.flatMap(({ mine: row }) => (row ? [row] : []));
      if (given.length > 0) found[node.properties[0] ?? node.name] = given;
    } else if ((typeof chosen === 'string' ? chosen : choice) === 'theirs')
      for (const name of node.properties) if (!isBlank(mine[name])) found[name] = mine[name];
  }
  return found;
}

function differs(node: FieldNode, a: RecordData, b: RecordData): boolean {
  return node.properties.some((name) => !equalAnswers(a[name], b[name]));
}

function judge(node: FieldNode, base: RecordData, mine: RecordData, theirs: RecordData): MergedQuestion {
  const isMine = differs(node, base, mine);
  const isTheirs = differs(node, base, theirs);
  const choice: MergeSide = isMine ? 'mine' : 'theirs';
  if (!isMine || !isTheirs) return { node, isConflict: false, choice };
  const name = node.properties[0] ?? node.name;
  if (propertyKindOf(node) === 'rows') {
    const derived = (node.columns ?? []).filter(({ def }) => def.derived).flatMap(({ properties }) => properties);
    const rows = mergeRows(base[name], mine[name], theirs[name], derived);
    return { node, isConflict: rows.some((row) => row.isConflict), choice, rows };
  }
  if (holdsFiles(node)) {
    const together = mergeFiles(node, base[name], mine[name], theirs[name]);
    if (together) return { node, isConflict: false, choice, together };
  }
  return { node, isConflict: true, choice };
}

/** Returns the files of both sides. Undefined if the question does not take that many. */
function mergeFiles(node: FieldNode, base: unknown, mine: unknown, theirs: unknown): string[] | undefined {
  const [before, one, other] = [base, mine, theirs].map((value) => (isBlank(value) ? [] : value));
  if (![before, one, other].every(Array.isArray)) return undefined;
  const files = mergeIdLists(before, one as string[], other as string[]);
  const { maxItems } = node.schema;
  return typeof maxItems === 'number' && files.length > maxItems ? undefined : files;
}
