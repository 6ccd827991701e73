/** Says when a question, group or section is asked. */
import type { CompiledForm, Condition, Constants, FieldNode } from '../../../core/definitions/types.ts';
import { conditionWords } from '../../../core/form/conditionWords.ts';
import { optionsOf } from '../../../core/form/types/question.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import classes from './Print.module.css';
import { InLanguages, paperLabel } from './paper.tsx';

export interface ConditionContext {
  form: CompiledForm;
  constants: Constants;
  /** Columns of the tables around, the inner ones first. */
  columns?: readonly FieldNode[];
}

export function PrintedCondition({ when, around }: { when: Condition | undefined; around: ConditionContext }) {
  if (!when) return null;
  const { form, constants, columns = [] } = around;
  const write = (language: Language) => {
    const condition = conditionWords(when, {
      question: (name) => columns.find((one) => one.name === name) ?? form.byProperty.get(name),
      label: ({ def }) => pickText(def.short ?? def.label, language),
      option: (node, value) => {
        const option = optionsOf(node, constants)?.find((one) => one.value === value);
        return option ? pickText(option.label, language) : String(value);
      },
      say: (key, params) => paperLabel(language, `condition.${key}`, params),
    });
    return condition && paperLabel(language, 'onlyIf', { condition });
  };
  return (
    <p className={classes.onlyIf}>
      <InLanguages write={write} apart />
    </p>
  );
}
