/** A record while it is being filled in: a second client of the engine, without a screen. */
import type { CompiledForm, RecordData, ValidatorModule } from '../../src/core/definitions/types.ts';
import type { ErrorCode } from '../../src/core/errors/catalogue.ts';
import type { RecordErrors } from '../../src/core/errors/recordErrors.ts';
import type { RecordCheckContext } from '../../src/core/form/check.ts';
import { evaluateRecord, newRecord } from '../../src/core/form/index.ts';
import type { Refs } from '../../src/core/form/types/fieldType.ts';
import { FIELD_TYPES } from '../../src/core/form/types/index.ts';
import { defaultCalendar } from '../../src/core/text/dates.ts';
import type { Language } from '../../src/core/text/languages.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { constants, type FormSpec, form } from './form.ts';

const TODAY = '2026-11-20';

export interface Sheet {
  form: CompiledForm;
  validator: ValidatorModule;
  /** Answers as typed */
  data: RecordData;
  answer(name: string, value: unknown): Sheet;
  clear(name: string): Sheet;
  isVisible(name: string): boolean;
  /** Returns true if the question is marked as one that must be answered. */
  isRequired(name: string): boolean;
  /** Returns the error codes by JSON Pointer. */
  errors(context?: RecordCheckContext): Record<string, ErrorCode[]>;
  rawErrors(context?: RecordCheckContext): RecordErrors;
  /** Returns the answers that would be stored. */
  stored(): RecordData;
  text(name: string, language?: Language, refs?: Refs): string;
}

/** Opens a new record of a small form. */
export async function fill(spec: FormSpec | CompiledForm): Promise<Sheet> {
  const compiled = 'key' in spec ? (spec as CompiledForm) : form(spec as FormSpec);
  const validator = await loadValidator(compiled);
  const evaluated = (data: RecordData, context?: RecordCheckContext) =>
    evaluateRecord(compiled, validator, data, { today: TODAY, ...context });
  const sheet: Sheet = {
    form: compiled,
    validator,
    data: newRecord(compiled, { today: TODAY, constants }),
    answer(name, value) {
      sheet.data = evaluated({ ...sheet.data, [name]: value }).answers;
      return sheet;
    },
    clear(name) {
      const { [name]: _gone, ...rest } = sheet.data;
      sheet.data = evaluated(rest).answers;
      return sheet;
    },
    isVisible: (name) => !evaluated(sheet.data).hidden.has(name),
    isRequired: (name) => evaluated(sheet.data).required.has(name),
    rawErrors: (context) => evaluated(sheet.data, context).errors,
    errors: (context) =>
      Object.fromEntries(
        Object.entries(sheet.rawErrors(context)).map(([pointer, list]) => [pointer, list.map((error) => error.code)]),
      ),
    stored: () => evaluated(sheet.data).data,
    text(name, language = 'en', refs = {}) {
      const node = compiled.fields.get(name);
      if (!node) throw new Error(`no field ${name}`);
      return FIELD_TYPES[node.type].text(node, sheet.data, {
        language,
        calendar: defaultCalendar(language),
        constants,
        refs,
      });
    },
  };
  return sheet;
}
