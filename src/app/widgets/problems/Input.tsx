/** The problem log of a sheet: ongoing problems of earlier visits and new ones, numbered across the groups. */
import { useState } from 'react';
import { categoryIsRated, problemRows } from '../../../core/form/index.ts';
import { DETAILS, TYPE } from '../../../core/problems/log.ts';
import { localDigits } from '../../../core/text/digits.ts';
import { Icon } from '../../theme/Icon.tsx';
import { itemName, today, useSay, useWidgets, useWords } from '../environment.tsx';
import { useErrorText } from '../errorText.ts';
import { useAnswers, useFormHost } from '../host.tsx';
import type { PickItem } from '../source.ts';
import type { InputProps } from '../types.ts';
import { ProblemEditor } from './ProblemEditor.tsx';
import { ProblemStatus } from './ProblemStatus.tsx';
import { addProblem, changeProblem, inOrder, removeProblem } from './rows.ts';
import { useProblemTypes } from './useProblemTypes.ts';

export function Input(props: InputProps) {
  const { language } = useWidgets();
  const { t } = useWords();
  const say = useSay();
  const errorText = useErrorText();
  const host = useFormHost();
  const { items: types, loading, failed } = useProblemTypes();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [wanted, setWanted] = useState('');
  // Ratings decide which types may be chosen: drawn again with every answer.
  useAnswers();
  if (!host) return null;
  const { form, store } = host;
  const { columns = [] } = props.node;
  const typeLabel = say(columns.find(({ name }) => name === TYPE)?.def.label);
  const list = inOrder(problemRows(form, { ...store.data, [props.node.name]: props.value }), types);
  const toggle = (id: string) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const mayAdd = (type: PickItem) => !type.category || categoryIsRated(form, type.category, store.data);
  const add = () => {
    if (!wanted) return;
    addProblem(store, wanted, today());
    const rows = problemRows(form, store.data);
    setOpen((now) => new Set([...now, String(rows[rows.length - 1]?.id)]));
    setWanted('');
  };
  const groups = [...new Set(types.map((type) => type.category ?? ''))];

  return (
    <div className="am-problems">
      {list.length === 0 && <p className="am-empty">{t('problems.none')}</p>}
      <ol className="am-problem-list">
        {list.map(({ number, index, problem, type }) => {
          const key = String(problem.id ?? index);
          const wrong = Object.keys(props.errors).some((pointer) =>
            pointer.startsWith(`/${props.node.name}/${index}/`),
          );
          const isOpen = open.has(key) || wrong;
          const name = type ? itemName(type, language) : String(problem[TYPE] ?? '');
          return (
            <li key={key} className="am-problem" data-invalid={wrong || undefined}>
              <div className="am-problem-head">
                <button type="button" className="am-problem-toggle" aria-expanded={isOpen} onClick={() => toggle(key)}>
                  <span className="am-number-mark">{localDigits(number, language)}</span>
                  <span className="am-problem-words">
                    <strong>{name}</strong>
                    <span className="am-problem-short" dir="auto">
                      {String(problem[DETAILS] ?? '')}
                    </span>
                  </span>
                  <ProblemStatus columns={columns} problem={problem} />
                </button>
                {!props.disabled && (
                  <button
                    type="button"
                    className="am-icon-button am-remove"
                    aria-label={t('problems.remove', { type: name })}
                    onClick={() => removeProblem(store, index)}
                  >
                    <Icon name="trash" />
                  </button>
                )}
              </div>
              {(props.errors[`/${props.node.name}/${index}/${TYPE}`] ?? []).map((error) => (
                <p key={error.code} className="am-error am-problem-error">
                  <span>{errorText(error)}</span>
                </p>
              ))}
              {isOpen && (
                <ProblemEditor
                  id={`${props.id}-${index}`}
                  problem={problem}
                  base={`/${props.node.name}/${index}`}
                  errors={props.errors}
                  disabled={props.disabled}
                  onChange={(patch) => changeProblem(store, index, patch)}
                />
              )}
            </li>
          );
        })}
      </ol>
      {failed && (
        <p className="am-warning">
          {failed.message}{' '}
          <button type="button" className="am-link" onClick={failed.retry}>
            {t('retry')}
          </button>
        </p>
      )}
      {!props.disabled && (
        <div className="am-add-problem">
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
      )}
    </div>
  );
}
