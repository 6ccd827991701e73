/** The rows of a matrix or of counts, each with a stored name and words. */
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../../core/definitions/types.ts';
import { patchField, pointerOf } from '../../../../core/edit/draft.ts';
import { freeName } from '../../../../core/edit/names.ts';
import { replacedAt, swappedAt, withoutAt } from '../../../../core/edit/parts.ts';
import { AddButton, focusNext } from '../../drafting/fields.tsx';
import { Tool } from '../../drafting/Tool.tsx';
import { Words } from '../../drafting/Words.tsx';
import { useDesigner } from '../context.ts';
import classes from '../Designer.module.css';

type Row = NonNullable<Field['rows']>[number];

export function Rows({ path, field }: { path: string; field: Field }) {
  const { t } = useTranslation('designer');
  const { draft, change, languages, begin } = useDesigner();
  const rows = (field.rows ?? []) as Row[];
  const set = (next: Row[], step?: string) => change(patchField(draft, path, { rows: next } as never), step);
  const name = path.slice(path.lastIndexOf('.') + 1);
  return (
    <div className={classes.options} data-rows>
      <h4 className={classes.small}>{t('rows.title')}</h4>
      {rows.map((row, index) => (
        <div key={row.id} className={classes.option} data-option={index}>
          <div className={classes.optionWords}>
            <Words
              label={t('rows.words', { number: index + 1 })}
              isQuiet
              isLong
              at={`${pointerOf(path)}/rows/${index}/label`}
              name={`row${index}`}
              languages={languages}
              required
              value={row.label}
              onChange={(label) => set(replacedAt(rows, index, { ...row, label: label ?? {} }), `${path} row ${index}`)}
            />
          </div>
          <div className={classes.optionTools}>
            <Tool
              icon="arrow-up"
              action="row-up"
              label={t('move.up')}
              isOff={index === 0}
              onClick={() => set(swappedAt(rows, index, index - 1))}
            />
            <Tool
              icon="arrow-down"
              action="row-down"
              label={t('move.down')}
              isOff={index === rows.length - 1}
              onClick={() => set(swappedAt(rows, index, index + 1))}
            />
            <Tool
              icon="trash"
              action="remove-row"
              label={t('rows.remove')}
              onClick={() => set(withoutAt(rows, index))}
            />
          </div>
        </div>
      ))}
      <AddButton
        action="add-row"
        onClick={() => {
          const stored = freeName(`${name}_${rows.length + 1}`, new Set(rows.map((one) => one.name)));
          const id = freeName(`${field.id}_${rows.length + 1}`, new Set(rows.map((one) => one.id)));
          set([...rows, { id, name: stored, label: begin.part(rows.length + 1) }]);
          focusNext(`[data-rows] [data-option="${rows.length}"] textarea`);
        }}
      >
        {t('rows.add')}
      </AddButton>
    </div>
  );
}
