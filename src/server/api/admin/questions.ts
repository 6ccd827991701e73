/**
 * `GET /api/definitions/{form}/questions` and `…/questions/{question}`: what each question was in every version that asks or
 * asked it, what became of its answers, and how many records answer it. For those who may publish.
 */
import type { FastifyInstance } from 'fastify';
import type { CompiledForm, FieldNode, RecordData, Text } from '../../../core/definitions/types.ts';
import {
  questionChanges,
  questionIds,
  questionRulesOf,
  questionsById,
  storedNamesOfNode,
} from '../../../core/definitions/versions/questionHistory.ts';
import { Failure } from '../../../core/errors/failure.ts';
import { tablePathOf } from '../../../core/expressions/types.ts';
import { rowsAtPath } from '../../../core/form/rows.ts';
import { nodeAtPath } from '../../../core/form/types/question.ts';
import type { FormQuestion, QuestionHistory } from '../../../core/generated/api.ts';
import { isBlank } from '../../../core/text/letters.ts';
import { fromRecordsTable, readInSlices } from '../../db/rows.ts';
import type { Services } from '../../http/services.ts';
import { actorAllowedTo } from '../../http/session.ts';

const SLICE = 500;
/** Milliseconds for counting. What was not reached is told by `looked`. */
const LIMIT = 5000;

export function registerQuestionRoutes(app: FastifyInstance, services: Services): void {
  const { registry } = services;
  const versionsOf = (form: string): CompiledForm[] => {
    const versions = registry.form(form) ? registry.versions(form) : [];
    if (versions.length === 0) throw new Failure('record_not_found');
    return versions;
  };

  app.get<{ Params: { form: string } }>('/api/definitions/:form/questions', async (request) => {
    await actorAllowedTo(request, services, 'definitions');
    const versions = versionsOf(request.params.form);
    return { data: questionIds(versions).map((id): FormQuestion => headingOf(versions, id)) };
  });

  app.get<{ Params: { form: string; question: string } }>(
    '/api/definitions/:form/questions/:question',
    async (request) => {
      await actorAllowedTo(request, services, 'definitions');
      const { form, question } = request.params;
      const versions = versionsOf(form);
      if (!questionIds(versions).includes(question)) throw new Failure('record_not_found');
      return historyOf(services, versions, question);
    },
  );
}

function headingOf(versions: readonly CompiledForm[], id: string): FormQuestion {
  const asking = versions.filter((form) => questionsById(form).has(id));
  const newest = asking.at(-1) as CompiledForm;
  const { def, path } = nodeIn(newest, id);
  return {
    question: id,
    label: def.label,
    within: tablesAround(newest, path),
    versions: asking.map(({ version }) => version),
    asked: newest === versions.at(-1),
  };
}

/** Returns the labels of the tables that a column stands in, the outermost first. */
function tablesAround(form: CompiledForm, path: string): Text[] {
  const table = tablePathOf(path);
  const label = table === undefined ? undefined : nodeAtPath(form, table)?.def.label;
  return table === undefined || !label ? [] : [...tablesAround(form, table), label];
}

const nodeIn = (form: CompiledForm, id: string): FieldNode => questionsById(form).get(id) as FieldNode;

async function historyOf(services: Services, versions: readonly CompiledForm[], id: string): Promise<QuestionHistory> {
  const asking = versions.filter((form) => questionsById(form).has(id));
  const { answered, looked, records } = await countAnswers(services, asking, id);
  const newest = versions.at(-1) as CompiledForm;
  const now = questionsById(newest).get(id);
  const { columns, filters = [] } = newest.definition.list;
  const isListed = [...columns, ...filters].some((column) => column === now?.path);
  return {
    ...headingOf(versions, id),
    wordings: asking.map((form) => {
      const node = nodeIn(form, id);
      const { label, help, options } = node.def;
      const rules = Object.entries(questionRulesOf(node)).flatMap(([kind, text]) =>
        text ? [{ kind: kind as keyof ReturnType<typeof questionRulesOf>, text }] : [],
      );
      return {
        version: form.version,
        note: form.definition.changes.note,
        names: storedNamesOfNode(node),
        type: node.type,
        label,
        ...(help && { help }),
        section: form.sections.find((one) => one.id === node.section)?.def.title ?? newest.definition.title,
        required: node.required,
        ...(options && { options: options.map(({ value, label: words }) => ({ value, label: words })) }),
        rules,
        answered: answered.get(form.version) ?? 0,
      };
    }),
    changes: questionChanges(versions, id),
    records,
    looked,
    filter: isListed && now ? { field: now.name, op: 'empty', value: false } : null,
  };
}

/** Reads the stored answers, because those of removed questions stand nowhere else. */
async function countAnswers({ database }: Services, asking: readonly CompiledForm[], id: string) {
  const forms = new Map(asking.map((one) => [one.version, { form: one, node: nodeIn(one, id) }]));
  const [{ form }] = asking as [CompiledForm];
  const of = database.read
    .selectFrom('records')
    .where('form', '=', form)
    .where('deleted_at', 'is', null)
    .where('form_version', 'in', [...forms.keys()]);
  const total = await of.select((eb) => eb.fn.countAll<number>().as('records')).executeTakeFirst();
  const answered = new Map<number, number>();
  const ends = Date.now() + LIMIT;
  let looked = 0;
  const read = async (after: string) =>
    Date.now() > ends ? [] : of.selectAll().where('id', '>', after).orderBy('id').limit(SLICE).execute();
  for await (const rows of readInSlices('', (row) => row.id, read)) {
    looked += rows.length;
    for (const { form_version, data } of rows.map(fromRecordsTable)) {
      const asked = forms.get(form_version);
      if (asked && isAnswered(asked.form, asked.node, data))
        answered.set(form_version, (answered.get(form_version) ?? 0) + 1);
    }
  }
  return { answered, looked, records: Number(total?.records ?? 0) };
}

/** A column is answered if one of the rows has an answer. */
function isAnswered(form: CompiledForm, { path, properties }: FieldNode, data: RecordData): boolean {
  const table = tablePathOf(path);
  const holders = table === undefined ? [data] : rowsAtPath(form, data, table).map(({ row }) => row);
  return holders.some((one) => properties.some((name) => !isBlank(one[name])));
}
