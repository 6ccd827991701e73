/**
 * `GET /api/definitions/{form}/{version}/xlsform.xlsx`: a version as a workbook of XLSForm for ODK and Kobo, which comes back here
 * as the same form. A last sheet says what other programs do not read of it. For those who may publish.
 */

import type { FastifyInstance, FastifyReply } from 'fastify';
import { shareCodes } from '../../../../core/definitions/sharedCodes.ts';
import type { FormDefinition, JsonSchema } from '../../../../core/definitions/types.ts';
import { Failure } from '../../../../core/errors/failure.ts';
import { getOwn } from '../../../../core/json.ts';
import { type ChoiceItem, isItemValidOn } from '../../../../core/records/registry.ts';
import { cellText } from '../../../../core/spreadsheet/readCell.ts';
import { type Language, pickText, type Text } from '../../../../core/text/languages.ts';
import { listsIn, listsOf } from '../../../../core/xlsform/export/lists.ts';
import type { ExportLoss } from '../../../../core/xlsform/export/losses.ts';
import type { ListOf } from '../../../../core/xlsform/export/rows.ts';
import { OWN_SHEET } from '../../../../core/xlsform/own.ts';
import type { Services } from '../../../http/services.ts';
import { words, xlsformWords } from '../../../http/words.ts';
import { sendWorkbook } from '../../files/download.ts';
import type { Workbook, Worksheet } from '../../files/workbook.ts';
import { mustBePublisher } from '../publication.ts';
import { runInXlsformThread } from './thread.ts';

type OfVersion = { Params: { form: string; version: number } };

export function registerXlsformExportRoutes(app: FastifyInstance, services: Services): void {
  app.get<OfVersion>('/api/definitions/:form/:version/xlsform.xlsx', async (request, reply): Promise<FastifyReply> => {
    await mustBePublisher(request, services);
    const { registry } = services;
    const { form: name, version } = request.params;
    const form = registry.form(name, Number(version));
    if (!form) throw new Failure('record_not_found');
    const today = services.now().toISOString().slice(0, 10);
    const { choices, constants } = registry.common();
    const listOf = listsOf(constants, (list) =>
      Object.hasOwn(choices, list)
        ? registry
            .choices(list)
            .flatMap((item) => (isItemValidOn(item, today) ? [{ ...item, label: nameOf(item) }] : []))
        : undefined,
    );
    const { definition, contract } = form;
    const workbook = await xlsformWorkbook({ definition, schema: shareCodes(contract) }, listOf, request.language);
    return sendWorkbook(reply, `${name}.xlsx`, workbook);
  });
}

const nameOf = ({ name_en: en, name_fa: fa, name_ps: ps }: ChoiceItem): Text => ({ en, fa, ps });

interface ExportedForm {
  definition: FormDefinition;
  /** The data contract as it is written. */
  schema: JsonSchema;
}

/** Seconds after which a form that took too long may be asked for again. */
const RETRY_AFTER = 60;

/** Throws busy. */
export async function xlsformWorkbook(form: ExportedForm, listOf: ListOf, language: Language): Promise<Workbook> {
  const { added } = xlsformWords(language);
  const task = { form, lists: listsIn(form.definition, listOf), added };
  const written = await runInXlsformThread(task, new Failure('busy', { params: { seconds: RETRY_AFTER } }));
  const sheets = written.sheets.map(({ title, lines: [head = [], ...rows] }): Worksheet => {
    const cells = (line: typeof head) => line.map((cell) => (cell === null ? '' : cellText(cell)));
    return {
      title,
      direction: 'ltr',
      head: cells(head),
      rows: rows.map(cells),
      // What looks like a number, a day or a formula stays the text that it is.
      texts: head.map((_cell, at) => at),
    };
  });
  const { losses } = written;
  return { language, sheets: losses.length > 0 ? [...sheets, lossSheet(form.definition, losses, language)] : sheets };
}

function lossSheet(definition: FormDefinition, losses: readonly ExportLoss[], language: Language): Worksheet {
  const say = (key: string, params: Record<string, string> = {}) => words(language, `xlsform:losses.${key}`, params);
  const labelOf = (path: string) => {
    const [name = '', ...rest] = path.split('.');
    let field = getOwn(definition.fields, name);
    for (const column of rest) field = getOwn(field?.columns ?? {}, column);
    return field?.label;
  };
  const shown = (text: Text | undefined) => (text ? pickText(text, language) : '');
  return {
    title: OWN_SHEET,
    head: [say('name'), say('question'), say('lost')],
    widths: [24, 40, 80],
    rows: losses.map(({ name, kinds, keys, own, written }) => [
      name,
      shown(name === '' ? definition.title : labelOf(name)),
      kinds.map((kind) => say(`kinds.${kind}`, { own, written, keys: keys.join(', ') })).join(' '),
    ]),
  };
}
