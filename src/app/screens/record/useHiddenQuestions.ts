/** Returns the questions of a record whose condition does not hold. None until the form's rules are loaded. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { hiddenFields } from '../../../core/form/index.ts';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { useValidator } from '../../data/validator.ts';
import { todayInKabul } from '../../widgets/environment.tsx';

const NONE: ReadonlySet<string> = new Set();

export function useHiddenQuestions(entry: FormEntry, form: CompiledForm, { data }: RecordView): ReadonlySet<string> {
  const isConditional = Object.keys(form.conditions).length > 0 || form.expressions !== undefined;
  const validator = useValidator(entry, form.version, isConditional);
  return validator.data ? hiddenFields(form, validator.data, data, { today: todayInKabul() }) : NONE;
}
