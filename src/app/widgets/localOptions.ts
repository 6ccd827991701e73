/** Options of a form whose rules the browser has, but no server: of a field example or a draft. */
import type { CompiledForm, ValidatorModule } from '../../core/definitions/types.ts';
import type { EvaluationContext } from '../../core/expressions/types.ts';
import { offeredValues } from '../../core/form/offered.ts';
import { nodeAtPath } from '../../core/form/types/question.ts';
import { foldText } from '../../core/text/letters.ts';
import type { OptionPage, OptionSearchQuery } from './source.ts';

export function localOptions(
  form: CompiledForm,
  rules: Pick<ValidatorModule, 'conditions' | 'programs'>,
  moment: EvaluationContext,
  { field, answers, text = '', ids }: OptionSearchQuery,
  items: OptionPage['data'],
): OptionPage {
  const node = nodeAtPath(form, field);
  const options = items.map(({ attributes }) => attributes);
  const offered = ids ?? (node ? offeredValues(node, options, answers, moment, rules) : []);
  const words = foldText(text).split(' ').filter(Boolean);
  const hasWords = ({ name, name_en, name_fa, name_ps }: OptionPage['data'][number]) => {
    const hay = foldText([name, name_en, name_fa, name_ps].join(' '));
    return words.every((word) => hay.includes(word));
  };
  return { data: items.filter((item) => offered.includes(item.id) && hasWords(item)), next: null };
}
