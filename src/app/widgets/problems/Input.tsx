/** The problems of a visit: open ones of earlier visits and new ones, numbered across the groups. */
import { useState } from 'react';
import type { FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { categoryIsRated, problemRows } from '../../../core/form/index.ts';
import { PROBLEM_DETAILS, PROBLEM_TYPE } from '../../../core/problems/log.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { toggleInSet } from '../../data/order.ts';
import { Icon } from '../../theme/Icon.tsx';
import { itemName, todayInKabul, useWidgets, useWidgetTexts } from '../environment.tsx';
import { useErrorText } from '../errorText.ts';
import { useAnswers, useFormHost } from '../host.tsx';
import type { PickItem } from '../source.ts';
import type { InputProps } from '../types.ts';
import type { RemovalReason } from './AskRemoving.tsx';
import { ProblemMark } from './ProblemCode.tsx';
import { ProblemEditor } from './ProblemEditor.tsx';
import { ProblemStatus } from './ProblemStatus.tsx';
import {
  addProblem,
  changeProblem,
  inTypeOrder,
  isEarlierProblem,
  markProblemDropped,
  markProblemSolved,
  type NumberedProblem,
  removeProblem,
  restoreProblem,
} from './rows.ts';
import { useProblemTypes } from './useProblemTypes.ts';

const AskRemoving = lazyComponent(() => import('./AskRemoving.tsx'));

/** A change of a problem that can be undone: how it was, and where. */
interface Undo {
  index: number;
  problem: RecordData;
  name: string;
}

export function Input(props: InputProps) {
  const { t } = useWidgetTexts();
  const host = useFormHost();
  const { items: types, loading, failed } = useProblemTypes();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [undo, setUndo] = useState<Undo>();
  // Re-render at every answer, because the ratings decide which types may be chosen.
  useAnswers();
  if (!host) return null;
  const { form, store } = host;
  const { node, value, errors, disabled } = props;
  const list = inTypeOrder(problemRows(form, { ...store.data, [node.name]: value }), types);
  const add = (type: string) => {
    addProblem(store, type, todayInKabul());
    setOpen((now) => new Set([...now, String(problemRows(form, store.data).at(-1)?.id)]));
  };
  return (
    <div>
      {list.length === 0 && <p className="am-dimmed">{t('problems.none')}</p>}
      <ol className="am-below-2 am-stack">
        {list.map((entry) => {
          const base = `/${node.name}/${entry.index}`;
          const wrong = Object.keys(errors).some((pointer) => pointer.startsWith(`${base}/`));
          const key = String(entry.problem.id ?? entry.index);
          return (
            <Problem
              key={key}
              {...{ entry, base, wrong, errors, disabled }}
              id={`${props.id}-${entry.index}`}
              columns={node.columns ?? []}
              isOpen={open.has(key) || wrong}
              onToggle={() => setOpen((now) => toggleInSet(now, key))}
              onUndoable={setUndo}
            />
          );
        })}
      </ol>
      {undo && (
        <p className="am-aside" role="status">
          {t('problems.removed', { type: undo.name })}{' '}
          <button
            type="button"
            className="am-link"
            onClick={() => {
              restoreProblem(store, undo.index, undo.problem);
              setUndo(undefined);
            }}
          >
            {t('problems.undo')}
          </button>
        </p>
      )}
      {failed && (
        <p className="am-warning">
          {failed.message}{' '}
          <button type="button" className="am-link" onClick={failed.retry}>
            {t('retry')}
          </button>
        </p>
      )}
      {!disabled && <AddProblem props={props} types={types} loading={loading} onAdd={add} />}
    </div>
  );
}

interface ProblemProps extends Pick<InputProps, 'id' | 'base' | 'errors' | 'disabled'> {
  entry: NumberedProblem;
  columns: readonly FieldNode[];
  /** True if the problem has errors. */
  wrong: boolean;
  isOpen: boolean;
  onToggle: () => void;
  /** Called with the problem as it was when it was taken off the sheet. */
  onUndoable: (undo: Undo) => void;
}

/** One problem: its head, and its questions while it is open. */
function Problem({ entry, columns, wrong, isOpen, onToggle, onUndoable, id, base, errors, disabled }: ProblemProps) {
  const { language } = useWidgets();
  const { t } = useWidgetTexts();
  const errorText = useErrorText();
  const { store, refs } = useFormHost()!;
  const { number, index, problem, type } = entry;
  const name = type ? itemName(type, language) : String(problem[PROBLEM_TYPE] ?? '');
  const [isAsking, setAsking] = useState(false);
  const remove = () => {
    removeProblem(store, index);
    onUndoable({ index, problem, name });
  };
  const onMeaning = (meaning: RemovalReason) => {
    setAsking(false);
    if (meaning === 'unseen') return remove();
    if (meaning === 'solved') markProblemSolved(store, index, todayInKabul());
    else markProblemDropped(store, index);
    // The questions that this status asks are shown; there it can be changed back too.
    if (!isOpen) onToggle();
  };
  return (
    <li className="am-problem am-box" data-invalid={wrong || undefined}>
      <div className="am-inline">
        <button
          type="button"
          className="am-problem-toggle am-grow am-gap-2 am-row-gap-1 am-cluster"
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <ProblemMark id={problem.id} refs={refs} number={number} />
          <span className="am-words">
            <strong className="am-block">{name}</strong>
            <span className="am-block am-cut am-meta" dir="auto">
              {String(problem[PROBLEM_DETAILS] ?? '')}
            </span>
          </span>
          <ProblemStatus columns={columns} problem={problem} />
        </button>
        {!disabled && (
          <button
            type="button"
            className="am-icon-button am-remove"
            aria-label={t('problems.remove', { type: name })}
            onClick={() => (isEarlierProblem(store, problem) ? setAsking(true) : remove())}
          >
            <Icon name="trash" />
          </button>
        )}
      </div>
      {(errors[`${base}/${PROBLEM_TYPE}`] ?? []).map((error) => (
        <p key={error.code} className="am-error am-problem-error">
          <span>{errorText(error)}</span>
        </p>
      ))}
      {isAsking && <AskRemoving name={name} onPick={onMeaning} onClose={() => setAsking(false)} />}
      {isOpen && (
        <ProblemEditor
          {...{ id, problem, base, errors, disabled }}
          onChange={(patch) => changeProblem(store, index, patch)}
        />
      )}
    </li>
  );
}

interface AddProblemProps {
  /** Props of the whole problems field. */
  props: InputProps;
  types: readonly PickItem[];
  loading: boolean;
  onAdd: (type: string) => void;
}

/** Select of the problem types by group. Types of a group without a rating are disabled until it is rated. */
function AddProblem({ props, types, loading, onAdd }: AddProblemProps) {
  const { language } = useWidgets();
  const { t, say } = useWidgetTexts();
  const { form, store } = useFormHost()!;
  const [wanted, setWanted] = useState('');
  const typeLabel = say(props.node.columns?.find(({ name }) => name === PROBLEM_TYPE)?.def.label);
  const mayAdd = ({ category }: PickItem) => !category || categoryIsRated(form, category, store.data);
  const groups = [...new Set(types.map((type) => type.category ?? ''))];
  const add = () => {
    onAdd(wanted);
    setWanted('');
  };
  return (
    <div className="am-add-problem am-flow">
      <select
        id={props.id}
        className="am-input"
        aria-label={typeLabel}
        aria-describedby={props.describedBy}
        value={wanted}
        disabled={loading}
        onChange={(event) => setWanted(event.target.value)}
      >
        <option value="">{typeLabel}</option>
        {groups.map((group) => {
          const title = say(form.sections.find((section) => section.id === group)?.def.title);
          const own = types.filter((type) => (type.category ?? '') === group);
          const closed = own.some((type) => !mayAdd(type));
          const options = own.map((type) => (
            <option key={type.id} value={type.id} disabled={!mayAdd(type)}>
              {itemName(type, language)}
            </option>
          ));
          return title ? (
            <optgroup key={group} label={closed ? `${title} (${t('problems.rateFirst')})` : title}>
              {options}
            </optgroup>
          ) : (
            options
          );
        })}
      </select>
      <button type="button" className="am-button" disabled={!wanted} onClick={add}>
        <Icon name="plus" /> {t('problems.add')}
      </button>
    </div>
  );
}
