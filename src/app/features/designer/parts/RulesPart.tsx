/** Rules for an answer: constraints with their message, warnings with a reason, and which answers open a problem. */
import { useTranslation } from 'react-i18next';
import type { Field, Text } from '../../../../core/definitions/types.ts';
import { fieldPointerOf, patchDefinition, patchField } from '../../../../core/edit/draft.ts';
import { currentOptions } from '../../../../core/edit/kinds.ts';
import { freeName } from '../../../../core/edit/names.ts';
import { replacedAt, withoutAt, withPatch } from '../../../../core/edit/parts.ts';
import { FIELD_TYPES } from '../../../../core/form/types/index.ts';
import { number, text } from '../../../data/words.ts';
import { AddButton, focusNext, MultiSelectField, RemoveButton, SelectField } from '../../drafting/fields.tsx';
import { TranslatedTextField } from '../../drafting/TranslatedTextField.tsx';
import { useDesigner } from '../context.ts';
import { ExpressionField } from './ExpressionField.tsx';
import { PanePart } from './PanePart.tsx';

interface Constraint {
  id: string;
  expr: string;
  at: string;
  reason?: string;
  message: Text;
}

export function RulesPart({ path, field }: { path: string; field: Field }) {
  const { t } = useTranslation('designer');
  const { draft, change, languages, begin } = useDesigner();
  const all = (draft.definition.constraints ?? []) as Constraint[];
  const own = all.map((one, index) => ({ one, index })).filter(({ one }) => one.at === path);
  const set = (next: Constraint[], step?: string) =>
    change(patchDefinition(draft, { constraints: next.length > 0 ? next : undefined }), step);
  const put = (index: number, one: Constraint, step?: string) =>
    set(replacedAt(all, index, one), step && `constraint ${index} ${step}`);
  const reasons = Object.entries(draft.definition.fields).filter(
    ([name, one]) => name !== path && FIELD_TYPES[one.type].family === 'words',
  );
  const rules = own.length + (field.problemWhen ? 1 : 0);
  return (
    <PanePart
      title={t('rules.title')}
      name="rules"
      isOpen={rules > 0}
      brief={rules === 0 ? t('rules.none') : number(rules)}
    >
      <ProblemRule path={path} field={field} />
      {own.map(({ one, index }) => (
        <div key={one.id} className="am-box am-pad-2 am-row-gap-1 am-stack" data-constraint data-removable>
          <ExpressionField
            label={t('rules.holds')}
            hint={t('rules.holdsHint')}
            at={`/constraints/${index}/expr`}
            name="constraint"
            path={path}
            value={one.expr}
            onChange={(expr = '') => put(index, { ...one, expr }, 'expr')}
          />
          <TranslatedTextField
            label={t('rules.message')}
            isLong
            at={`/constraints/${index}/message`}
            name="message"
            required
            languages={languages}
            value={one.message}
            onChange={(message) => put(index, { ...one, message: message ?? {} }, 'message')}
          />
          {reasons.length > 0 && (
            <SelectField
              label={t('rules.reason')}
              name="reason"
              none={t('rules.noReason')}
              items={reasons.map(([name, reason]) => ({ value: name, label: text(reason.label) || name }))}
              value={one.reason ?? ''}
              at={`/constraints/${index}/reason`}
              onChange={(reason) => put(index, withPatch(one, { reason: reason === '' ? undefined : reason }))}
            />
          )}
          <RemoveButton action="remove-constraint" onClick={() => set(withoutAt(all, index))}>
            {t('rules.remove')}
          </RemoveButton>
        </div>
      ))}
      <AddButton
        action="add-constraint"
        onClick={() => {
          const id = freeName(`${path.replaceAll('.', '_').toLowerCase()}_rule`, new Set(all.map((one) => one.id)));
          set([
            ...all,
            { id, expr: `${path.slice(path.lastIndexOf('.') + 1)} != null`, at: path, message: begin.message },
          ]);
          focusNext('[data-part=rules] [data-constraint]:last-of-type textarea');
        }}
      >
        {t('rules.add')}
      </AddButton>
    </PanePart>
  );
}

/** Which answers open a problem, in a form that carries problems. */
function ProblemRule({ path, field }: { path: string; field: Field }) {
  const { t } = useTranslation('designer');
  const { draft, change, constants } = useDesigner();
  const codes = currentOptions(field, constants);
  const rule = field.problemWhen as { enum?: string[]; const?: string; expr?: string } | undefined;
  if (draft.definition.problems === undefined || path.includes('.') || (codes.length === 0 && !rule)) return null;
  if (rule && !rule.enum && rule.const === undefined)
    return <p className="am-hint">{t('rules.problemOther', { rule: JSON.stringify(rule) })}</p>;
  return (
    <MultiSelectField
      label={t('rules.problem')}
      name="problem"
      items={codes.map(({ value, label }) => ({ value, label: text(label) || value }))}
      value={rule?.enum ?? (rule?.const === undefined ? undefined : [rule.const])}
      at={`${fieldPointerOf(path)}/problemWhen`}
      onChange={(chosen) => change(patchField(draft, path, { problemWhen: chosen && { enum: chosen } }))}
    />
  );
}
