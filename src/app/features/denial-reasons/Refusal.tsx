/** Shows why a submission was refused: the questions by label, the reasons as the person read them, and what was sent. */

import { useTranslation } from 'react-i18next';
import type { CompiledForm, RecordData, Text } from '../../../core/definitions/types.ts';
import { nodeAtPointer } from '../../../core/form/messages.ts';
import type { PropertyKind } from '../../../core/form/types/fieldType.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { propertyKindOf } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { preferences } from '../../data/preferences.ts';
import { useCommon } from '../../data/queries.ts';
import { digits, text } from '../../data/words.ts';
import { useErrorText } from '../../widgets/errorText.ts';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import type { SectionDisplayProps } from '../../widgets/sectionComponent.ts';
import classes from './Refusal.module.css';

export default function DenialReasonsDisplay(props: SectionDisplayProps) {
  return (
    <OnlineWidgets>
      <Body {...props} />
    </OnlineWidgets>
  );
}

interface Wrong {
  question?: string;
  code: string;
  params?: string;
}

function Body({ form, section, record, refs }: SectionDisplayProps) {
  const { t } = useTranslation('mande');
  const errorText = useErrorText();
  const constants = useCommon().data?.constants;
  const refused = useCompiledForm(typeof record.data.form === 'string' ? record.data.form : undefined).data;
  const errors = rows<Wrong>(record.data.errors);
  const answers = rows<{ question: string; answer: string }>(record.data.answers);
  const reasons = form.fields.get('reasons');
  return (
    <>
      {reasons && (
        <p>
          <FieldDisplay node={reasons} data={record.data} refs={refs} />
        </p>
      )}
      <ul className={`${classes.wrong} am-above-3 am-below-3 am-stack`}>
        {errors.map((one) => (
          <li key={`${one.question} ${one.code}`}>
            {one.question && <b>{questionOf(refused, one.question)}</b>}
            <span>{errorText({ code: one.code as never, ...paramsOf(one.params) })}</span>
          </li>
        ))}
      </ul>
      {answers.length > 0 && constants && (
        <details>
          <summary className="am-opener">{t('refusal.sent', { number: digits(answers.length) })}</summary>
          <p className="am-below-2 am-meta">{text(section.def.help)}</p>
          <dl className="am-tiles am-fits">
            {answers.map(({ question, answer }) => (
              <div key={question}>
                <dt>{questionOf(refused, `/${question}`)}</dt>
                <dd>{answerText(refused, question, answer, constants)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

function rows<T>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}

/** Returns the label of a JSON Pointer's question, row and column. While the form is loading, returns the property name. */
function questionOf(form: CompiledForm | undefined, pointer: string): string {
  const [, name = '', row] = pointer.split('/');
  const node = form?.byProperty.get(name) ?? form?.byProperty.get(getOwn(form.aliases, name) ?? '');
  if (!form || !node) return name;
  const part = node.def.rows?.find((one) => one.name === name)?.label;
  const column = node.columns ? nodeAtPointer(form, pointer) : undefined;
  const words = [node.def.short ?? node.def.label, part, column === node ? undefined : column?.def.label];
  const place = node.columns && row !== undefined ? ` (${digits(Number(row) + 1)})` : '';
  return `${words
    .filter((one): one is Text => one !== undefined)
    .map(text)
    .join(' – ')}${place}`;
}

function answerText(
  form: CompiledForm | undefined,
  name: string,
  answer: string,
  constants: NonNullable<ReturnType<typeof useCommon>['data']>['constants'],
): string {
  const node = form?.byProperty.get(name);
  if (!node) return answer;
  if (node.properties.length > 1) return digits(answer);
  const data: RecordData = { [name]: FIGURES.has(propertyKindOf(node)) ? Number(answer) : answer };
  return FIELD_TYPES[node.type].text(node, data, { ...preferences(), constants, refs: {} });
}

const FIGURES: ReadonlySet<PropertyKind | undefined> = new Set(['integer', 'number'] as const);

function paramsOf(json: string | undefined): { params?: Record<string, unknown> } {
  if (!json) return {};
  try {
    return { params: JSON.parse(json) as Record<string, unknown> };
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
