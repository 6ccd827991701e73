/** Searches the options of one question, a page at a time, as its filter offers them for the answers of the caller. */

import type { FieldNode, RecordData } from '../../definitions/types.ts';
import { Failure } from '../../errors/failure.ts';
import { keysRead } from '../../expressions/types.ts';
import { offeredValues } from '../../form/offered.ts';
import { nodeAtPath } from '../../form/types/question.ts';
import type { OfferedOption, OfferedOptionsResponse, OptionSearchBody } from '../../generated/api.ts';
import { getOwn } from '../../json.ts';
import type { Registry } from '../../records/registry.ts';
import { kabulDay } from '../../text/dates.ts';
import { decodeOptionCursor, encodeOptionCursor } from './cursor.ts';
import { itemBatches } from './items.ts';
import { type OptionCandidate, type OptionContext, type OptionSearchRequest, requiredEqualities } from './question.ts';
import { recordBatches } from './records.ts';

const SHOWN = 50;
/** Most records that one call reads, where the filter offers few of them. The caller goes on from there. */
const MOST_READ = 2000;

/** `pause` runs between two batches, so that other work goes on while a filter looks for its few options in a long list. */
export async function searchOptions(
  asking: OptionContext,
  question: OptionSearchRequest,
  pause?: () => Promise<void>,
): Promise<OfferedOptionsResponse> {
  const { form, node, answers, ids } = question;
  const rules = await asking.registry.validator(form);
  const moment = { today: kabulDay(asking.now()) };
  const equal = ids ? [] : await requiredEqualities(question);
  if (!equal) return { data: [], next: null };
  const batches = node.def.choices
    ? itemBatches(asking, node.def.choices, question, equal)
    : recordBatches(asking, question, equal);
  const data: OfferedOption[] = [];
  let read = 0;
  for await (const { found, next } of batches) {
    const options = found.map(({ option }) => option);
    const offered = ids ?? offeredValues(node, options, answers, moment, rules);
    data.push(...found.filter(({ option }) => offered.includes(option.value)).map((one) => shown(one, node)));
    read += node.def.choices ? 0 : options.length;
    if (!ids && (data.length >= SHOWN || read >= MOST_READ)) return { data, next: next && encodeOptionCursor(next) };
    await pause?.();
  }
  return { data, next: null };
}

/** Returns what is sent of an option: its words, and the attributes that the filter reads. */
function shown({ item, option }: OptionCandidate, { def }: FieldNode): OfferedOption {
  const read = ['value', ...keysRead(def.filter ?? '', 'option')];
  const values = option as unknown as Record<string, unknown>;
  const attributes = Object.fromEntries(read.map((name) => [name, getOwn(values, name) ?? null]));
  return { ...item, attributes };
}

/** Throws `record_not_found` for a question that has no options to search. */
export function readOptionQuestion(registry: Registry, body: OptionSearchBody): OptionSearchRequest {
  const { form: name, version, field, answers = {}, text = '', ids, near, after } = body;
  const form = registry.form(name, version);
  const node = form && nodeAtPath(form, field);
  if (!form || !node || !(node.def.choices || node.def.record || node.def.person))
    throw new Failure('record_not_found');
  return {
    form,
    node,
    answers: answers as RecordData,
    text,
    ...(ids && { ids }),
    ...(near && { near }),
    ...(after && { after: decodeOptionCursor(after) }),
  };
}
