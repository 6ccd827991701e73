/** The rows of a matrix or of counts, each with a stored name and words. */
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../../core/definitions/types.ts';
import { fieldPointerOf, patchField } from '../../../../core/edit/draft.ts';
import { freeName } from '../../../../core/edit/names.ts';
import { replacedAt, withoutAt } from '../../../../core/edit/parts.ts';
import { AddButton, focusNext } from '../../drafting/fields.tsx';
import { TranslatedTextField } from '../../drafting/TranslatedTextField.tsx';
import { useDesigner } from '../context.ts';
import { ListEntry } from './ListEntry.tsx';

type Row = NonNullable<Field['rows']>[number];

export function MatrixRows({ path, field }: { path: string; field: Field }) {
  const { t } = useTranslation('designer');
  const { draft, change, languages, begin } = useDesigner();
  const rows = (field.rows ?? []) as Row[];
  const set = (next: Row[], step?: string) => change(patchField(draft, path, { rows: next } as never), step);
  const name = path.slice(path.lastIndexOf('.') + 1);
  return (
    <div className="am-brief am-stack" data-rows>
      <h4 className="am-small am-strong">{t('rows.title')}</h4>
      <ol className="am-stack">
        {rows.map((row, index) => (
          <ListEntry
            key={row.id}
            kind="row"
            list={rows}
            index={index}
            remove={t('rows.remove')}
            onOrder={(next) => set(next)}
            onRemove={() => set(withoutAt(rows, index))}
          >
            <TranslatedTextField
              label={t('rows.words', { number: index + 1 })}
              isQuiet
              isLong
              at={`${fieldPointerOf(path)}/rows/${index}/label`}
              name={`row${index}`}
              languages={languages}
              required
              value={row.label}
              onChange={(label) => set(replacedAt(rows, index, { ...row, label: label ?? {} }), `${path} row ${index}`)}
            />
          </ListEntry>
        ))}
      </ol>
      <AddButton
        action="add-row"
        onClick={() => {
          const stored = freeName(`${name}_${rows.length + 1}`, new Set(rows.map((one) => one.name)));
          const id = freeName(`${field.id}_${rows.length + 1}`, new Set(rows.map((one) => one.id)));
          set([...rows, { id, name: stored, label: begin.part(rows.length + 1) }]);
          focusNext(`[data-rows] [data-entry="${rows.length}"] textarea`);
        }}
      >
        {t('rows.add')}
      </AddButton>
    </div>
  );
}
