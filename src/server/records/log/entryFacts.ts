/** What an entry of a log may keep of a submission: of a refusal its reasons, of answers only those that name nobody. */
import type { CompiledForm, FieldNode, RecordData } from '../../../core/definitions/types.ts';
import { CATALOGUE } from '../../../core/errors/catalogue.ts';
import type { Failure, RecordErrors } from '../../../core/errors/failure.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { partOf } from '../../../core/form/types/question.ts';

const MOST_ROWS = 50;

/** Codes, and where they stand. Names that the form does not know are whatever somebody typed, and stay out. */
export function refusalFacts(form: CompiledForm, { code, errors = {}, params }: Failure) {
  const rows = Object.entries(errors as RecordErrors).flatMap(([pointer, list]) =>
    list.map((error) => {
      const name = pointer.split('/')[1] ?? '';
      const isKnown = form.byProperty.has(name) || Object.hasOwn(form.aliases, name);
      return { ...(isKnown && { question: pointer.slice(0, 120) }), code: error.code, ...inText(error.params) };
    }),
  );
  const found = rows.length > 0 ? rows : [{ code, ...inText(params) }];
  const reasons = [...new Set(found.map((row) => row.code))].filter((one) => one in CATALOGUE);
  return { reasons: reasons.slice(0, MOST_ROWS), errors: found.slice(0, MOST_ROWS) };
}

function inText(params: Record<string, unknown> | undefined): { params?: string } {
  const { sentence: _own, ...plain } = params ?? {};
  const text = JSON.stringify(plain);
  return Object.keys(plain).length > 0 && text.length <= 500 ? { params: text } : {};
}

/** Answers on closed scales, figures and days: nothing that somebody put into words, no people, no files. */
export function safeAnswers(
  form: CompiledForm,
  data: RecordData,
  restricted: ReadonlySet<string>,
): { question: string; answer: string }[] {
  return [...form.fields.values()]
    .flatMap((node) =>
      node.properties.flatMap((name) => {
        const answer = restricted.has(name) ? undefined : safeAnswer(node, name, data[name]);
        return answer === undefined ? [] : [{ question: name, answer }];
      }),
    )
    .slice(0, 2 * MOST_ROWS);
}

function safeAnswer(node: FieldNode, name: string, value: unknown): string | undefined {
  if (!FIELD_TYPES[node.type].isSafeInLogs) return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const part = partOf(node, name);
  if (part === 'day') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
  if (part === 'time') return /^\d{2}:\d{2}$/.test(value) ? value : undefined;
  const properties = node.schema.properties as Record<string, { enum?: unknown[] }> | undefined;
  const allowed = (properties?.[name] ?? node.schema).enum;
  return Array.isArray(allowed) && allowed.includes(value) ? value : undefined;
}
