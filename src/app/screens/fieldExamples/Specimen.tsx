/** One example form with each of its fields in the requested states. */

import { useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompiledForm, FieldNode, RecordData, Text } from '../../../core/definitions/types.ts';
import type { ErrorCode } from '../../../core/errors/catalogue.ts';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import { answerLevelsAt } from '../../../core/form/answersInWords.ts';
import type { Refs } from '../../../core/form/types/fieldType.ts';
import { isAnswerable } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import type { Language } from '../../../core/text/languages.ts';
import { todayInKabul, useDefinitionText } from '../../widgets/environment.tsx';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';
import { FieldFrame } from '../../widgets/FieldFrame.tsx';
import { FormHostProvider } from '../../widgets/host.tsx';
import { FlaggedProblem } from '../../widgets/problems/FlaggedProblem.tsx';
import { FormStore } from '../../widgets/store.ts';
import { ReadAnswersProvider, TextWithAnswers } from '../../widgets/WithAnswers.tsx';
import { exampleData, exampleRulesOf } from './exampleForms.ts';
import { exampleFiles } from './exampleSource.ts';

export type SpecimenState = 'empty' | 'filled' | 'error' | 'disabled' | 'display';
export const SPECIMEN_STATES: SpecimenState[] = ['empty', 'filled', 'error', 'disabled', 'display'];

const REFS: Refs = Object.fromEntries(
  [
    ...exampleData.provinces,
    ...Object.values(exampleData.districts).flat(),
    ...Object.values(exampleData.villages).flat(),
    ...Object.values(exampleData.choices).flat(),
    ...Object.values(exampleData.records).flat(),
    { id: 'f-sheet', name: 'sheet.pdf' },
    { id: 'f-photo', name: 'photo.jpg' },
  ].map(({ id, ...names }) => [
    id,
    Object.fromEntries(Object.entries(names).filter(([key]) => key.startsWith('name') || key === 'code')),
  ]),
);

interface SpecimenProps {
  form: CompiledForm;
  language: Language;
  states: SpecimenState[];
}

export function Specimen({ form, language, states }: SpecimenProps) {
  const { t } = useTranslation('form');
  const say = useDefinitionText();
  return (
    <section className="am-specimen am-surface am-pad-4 am-after" data-form={form.form}>
      <h2 className="am-action">{say(form.definition.title)}</h2>
      {states.map((state) => (
        <div key={state} className="am-specimen-state" data-state={state}>
          <h3>{t(`gallery.${state}`)}</h3>
          {state === 'display' ? (
            <Reading form={form} />
          ) : (
            <Filling form={form} state={state} prefix={`${language}-${state}-${form.form}`} />
          )}
        </div>
      ))}
    </section>
  );
}

function answersOf(form: CompiledForm): RecordData {
  return getOwn(exampleData.answers, form.form) ?? {};
}

function errorsOf(form: CompiledForm): RecordErrors {
  return Object.fromEntries(
    Object.entries(getOwn(exampleData.errors, form.form) ?? {}).map(([name, code]) => [
      `/${name}`,
      [
        {
          code: code as ErrorCode,
          params: { limit: 5, count: 1, minimum: 29.4, maximum: 38.5, ...sentenceOf(form, name, code) },
        },
      ],
    ]),
  );
}

/** Returns the message of the form's own rule. */
function sentenceOf({ definition }: CompiledForm, name: string, code: string): { sentence?: Text } {
  const path = name.replace(/\/\d+\//g, '.');
  const rule = code === 'constraint' && definition.constraints?.find(({ at }) => at === path);
  return rule ? { sentence: rule.message } : {};
}

function Reading({ form }: { form: CompiledForm }) {
  const data = answersOf(form);
  const read = useMemo(
    () => ({ definition: form.definition, levels: answerLevelsAt(form, data), refs: REFS }),
    [form, data],
  );
  return (
    <ReadAnswersProvider value={read}>
      <dl className="am-tiles am-fits">
        {[...form.fields.values()].filter(isAnswerable).map((node) => (
          <div key={node.name}>
            <dt>
              <TextWithAnswers of={node.def.label} />
            </dt>
            <dd>
              <FieldDisplay node={node} data={data} refs={REFS} />
            </dd>
          </div>
        ))}
      </dl>
    </ReadAnswersProvider>
  );
}

function Filling({ form, state, prefix }: { form: CompiledForm; state: SpecimenState; prefix: string }) {
  const store = useMemo(() => {
    const full = state !== 'empty' && !(state === 'error' && form.form.endsWith('-text'));
    const made = new FormStore(form, exampleRulesOf(form), full ? answersOf(form) : {}, { today: todayInKabul() });
    if (state === 'error') made.showErrors(errorsOf(form));
    return made;
  }, [form, state]);
  const host = useMemo(() => ({ form, store, files: exampleFiles, refs: REFS }), [form, store]);
  return (
    <FormHostProvider value={host}>
      <div className="am-specimen-fields am-stack">
        {[...form.fields.values()].map((node) => (
          <One
            key={node.name}
            node={node}
            store={store}
            id={`${prefix}-${node.name}`}
            disabled={state === 'disabled'}
          />
        ))}
      </div>
    </FormHostProvider>
  );
}

function One({ node, store, id, disabled }: { node: FieldNode; store: FormStore; id: string; disabled: boolean }) {
  const subscribe = store.fieldChanges(node.name);
  const state = useSyncExternalStore(subscribe, () => store.field(node.name));
  // There are no rules here, so the field's own list of values decides whether an answer is flagged.
  const flag = (node.def.problemWhen as { enum?: unknown[] } | undefined)?.enum;
  return (
    <FieldFrame
      node={node}
      id={id}
      values={state.values}
      onChange={store.set}
      errors={state.errors}
      base=""
      required={state.required}
      disabled={disabled}
    >
      {flag?.includes(state.values[node.name]) && <FlaggedProblem node={node} id={id} disabled={disabled} />}
    </FieldFrame>
  );
}
