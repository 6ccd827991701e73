/** Unsent changes as people see them: by record, with why the server did not take them. */

import type { Common, FormEntry } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { isTooLate } from '../../../core/sync/retryAfterOthers.ts';
import type { Operation, OperationKind, SyncFailure } from '../../../core/sync/types.ts';
import { text } from '../../data/words.ts';

export interface UnsentRecord {
  record_id: string;
  form: string;
  /** In the order in which they were made. */
  operations: Operation[];
  is: Operation['state']['is'];
  /** The change that the server did not take. */
  stuck?: Operation;
}

/** Groups unsent changes by record. A record is as its first change that the server did not take. */
export function unsentRecords(operations: readonly Operation[]): UnsentRecord[] {
  const groups = new Map<string, UnsentRecord>();
  for (const operation of [...operations].sort((a, b) => a.seq - b.seq)) {
    const { record_id, form } = operation;
    const group = groups.get(record_id) ?? { record_id, form, operations: [], is: 'waiting' };
    group.operations.push(operation);
    if (!group.stuck && operation.state.is !== 'waiting') {
      group.stuck = operation;
      group.is = operation.state.is;
    }
    groups.set(record_id, group);
  }
  return [...groups.values()];
}

/** Returns true if both are the same changes, each in the same state. */
export function equalOperations({ operations: some }: UnsentRecord, { operations: others }: UnsentRecord): boolean {
  return some.length === others.length && some.every((operation, at) => operation === others[at]);
}

const WHY = {
  added_by_other: 'why.added_by_other',
  changed_by_other: 'why.changed_by_other',
  parent: 'why.parent',
  remove: 'why.remove',
  invalid: 'why.invalid',
  withdrawn: 'why.withdrawn',
  retired: 'why.retired',
  forbidden: 'why.forbidden',
  file: 'why.file',
  other: 'why.other',
} as const;

type Say = (key: string, parts?: Record<string, string>) => string;

/** Returns the documented sentence for a change that was not taken. */
export function failureReasonText(operation: Operation, failure: SyncFailure, step: string, t: Say): string {
  if (isTooLate(operation, failure)) return t('why.locked');
  if (failure.reason !== 'transition') return t(WHY[failure.reason]);
  return operation.body.action === VERIFY ? t('why.verify') : t('why.transition', { step });
}

/** The action that the specification names: its failure has a sentence of its own. */
const VERIFY = 'verify';

const KINDS = {
  create: 'sync.kind.create',
  update: 'sync.kind.update',
  transition: 'sync.kind.transition',
  remove: 'sync.kind.remove',
  restore: 'sync.kind.restore',
} as const;

export function kindText(kind: OperationKind, step: string, t: Say): string {
  return t(KINDS[kind], { step });
}

/** Returns the label of the step that a change takes. */
export function stepLabel({ body }: Operation, entry: FormEntry | undefined, common: Common | undefined): string {
  const action = body.action ?? body.transition;
  const workflow = entry && getOwn(common?.workflows, entry.workflow);
  return text(workflow?.transitions.find((one) => one.action === action)?.label);
}
