/** Says when a question, group or section is asked. */
import type { CompiledForm, Condition, Constants, FieldNode } from '../../../core/definitions/types.ts';
import { conditionSentence } from '../../../core/form/conditionWords.ts';
import { closedOptionsOf } from '../../../core/form/types/question.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import classes from './Print.module.css';
import { paperLabel, TextInLanguages } from './paper.tsx';

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
    const condition = conditionSentence(when, {
      question: (name) => columns.find((one) => one.name === name) ?? form.byProperty.get(name),
      label: ({ def }) => pickText(def.short ?? def.label, language),
      option: (node, value) => {
        const option = closedOptionsOf(node, constants)?.find((one) => one.value === value);
        return option ? pickText(option.label, language) : String(value);
      },
      say: (key, params) => paperLabel(language, `condition.${key}`, params),
    });
    return condition && paperLabel(language, 'onlyIf', { condition });
  };
  return (
    <p className={classes.onlyIf}>
      <TextInLanguages write={write} apart />
    </p>
  );
}
