/** Compares both versions after someone else saved first, by field and row. The result is saved on the newer version. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { equal } from '../../../core/definitions/validatorRuntime.ts';
import { partOf } from '../../../core/form/types/question.ts';
import type { Refs } from '../../../core/generated/api.ts';
import { type MergedRow, mergeRows, resolveRows, type Side } from '../../../core/records/merge.ts';
import { instant, isolate, number } from '../../data/words.ts';
import { useSay } from '../../widgets/environment.tsx';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';
import { ConflictRows } from './ConflictRows.tsx';
import { ConflictSide, SIDES } from './ConflictSide.tsx';

export interface Theirs {
  version: number;
  data: RecordData;
  by?: { id: string; name: string };
  at?: string;
  /** The server's sentence about the refused save. */
  told?: string;
}

interface ConflictProps {
  form: CompiledForm;
  /** The record as it was when the form was opened. */
  base: RecordData;
  mine: RecordData;
  theirs: Theirs;
  refs: Refs;
  onSettle: (data: RecordData, version: number) => void;
}

function differs(node: FieldNode, a: RecordData, b: RecordData): boolean {
  return node.properties.some((name) => !equal(a[name], b[name]));
}

/** Merges the rows of a repeating field. Returns null for other fields. */
function rowsOf(node: FieldNode, base: RecordData, mine: RecordData, theirs: RecordData): MergedRow[] | null {
  const name = node.properties[0] ?? node.name;
  if (partOf(node) !== 'rows') return null;
  const derived = (node.columns ?? []).filter(({ def }) => def.derived).flatMap(({ properties }) => properties);
  return mergeRows(base[name], mine[name], theirs[name], derived);
}

export function Conflict({ form, base, mine, theirs, refs, onSettle }: ConflictProps) {
  const { t } = useTranslation('form');
  const fields = [...form.fields.values()].filter((node) => !node.def.derived && differs(node, mine, theirs.data));
  // What only the other person changed stays theirs, unless the user chooses otherwise.
  const [choice, setChoice] = useState<Record<string, Side>>(() =>
    Object.fromEntries(fields.map((node) => [node.name, differs(node, base, mine) ? 'mine' : 'theirs'])),
  );
  const [merged] = useState(
    () => new Map(fields.map((node) => [node.name, rowsOf(node, base, mine, theirs.data)] as const)),
  );
  const [rowChoice, setRowChoice] = useState<Record<string, Record<string, Side>>>({});
  // An answer that only one person changed needs no choice.
  const isAsked = (node: FieldNode) =>
    merged.get(node.name)?.some(({ isConflict }) => isConflict) ??
    (differs(node, base, mine) && differs(node, base, theirs.data));
  const asked = fields.filter(isAsked);
  const settled = fields.filter((node) => !isAsked(node));
  const finish = () => {
    const data = { ...mine };
    for (const node of fields) {
      const rows = merged.get(node.name);
      if (rows) {
        const name = node.properties[0] ?? node.name;
        const kept = resolveRows(rows, rowChoice[node.name]);
        if (kept.length > 0) data[name] = kept;
        else delete data[name];
        continue;
      }
      if (choice[node.name] !== 'theirs') continue;
      for (const name of node.properties) {
        if (theirs.data[name] === undefined) delete data[name];
        else data[name] = theirs.data[name];
      }
    }
    onSettle(data, theirs.version);
  };
  const draw = (node: FieldNode) => {
    const rows = merged.get(node.name);
    return rows ? (
      <ConflictRows
        key={node.name}
        node={node}
        rows={rows}
        choices={rowChoice[node.name] ?? {}}
        refs={refs}
        onChoose={(key, side) => setRowChoice((now) => ({ ...now, [node.name]: { ...now[node.name], [key]: side } }))}
      />
    ) : (
      <ConflictAnswer
        key={node.name}
        node={node}
        answers={{ mine, theirs: theirs.data }}
        choice={choice[node.name]}
        refs={refs}
        onChoose={(side) => setChoice((now) => ({ ...now, [node.name]: side }))}
      />
    );
  };
  return (
    <section className="am-conflict" role="alertdialog" aria-labelledby="conflict-title" tabIndex={-1} id="conflict">
      <h2 id="conflict-title">{t('conflict.title', { name: isolate(theirs.by?.name ?? '') })}</h2>
      {theirs.at && <p className="am-aside">{instant(theirs.at)}</p>}
      <p>{theirs.told}</p>
      <p>{t(asked.length > 0 ? 'conflict.text' : 'conflict.same')}</p>
      {asked.map(draw)}
      {settled.length > 0 && (
        <details>
          <summary>{t('conflict.settledAnswers', { total: number(settled.length) })}</summary>
          {settled.map(draw)}
        </details>
      )}
      <Button onClick={finish}>{t('conflict.apply')}</Button>
    </section>
  );
}

interface AnswerProps {
  node: FieldNode;
  answers: Readonly<Record<Side, RecordData>>;
  choice: Side | undefined;
  refs: Refs;
  onChoose: (side: Side) => void;
}

/** An answer of each side to choose from. */
function ConflictAnswer({ node, answers, choice, refs, onChoose }: AnswerProps) {
  const say = useSay();
  return (
    <fieldset className="am-conflict-field">
      <legend>{say(node.def.label)}</legend>
      {SIDES.map((side) => (
        <ConflictSide key={side} name={node.name} side={side} choice={choice} onChoose={() => onChoose(side)}>
          <FieldDisplay node={node} data={answers[side]} refs={refs} />
        </ConflictSide>
      ))}
    </fieldset>
  );
}
