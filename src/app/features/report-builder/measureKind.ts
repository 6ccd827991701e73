/** What a number counts, and how it changes when another kind is chosen. */
import { type Patch, withPatch } from '../../../core/edit/parts.ts';
import type { DraftMeasure } from './draft.ts';

/** `rate`, `plus` and `minus` work with other numbers of the block; all others count. */
export const MEASURE_KINDS: readonly string[] = [
  ...['count', 'distinct', 'sum', 'average', 'median', 'answers', 'points'],
  ...['problems', 'days', 'sites-due', 'events', 'rate', 'plus', 'minus'],
];

export function measureKindOf({ rate, plus, minus, of = 'count' }: DraftMeasure): string {
  return rate ? 'rate' : plus ? 'plus' : minus ? 'minus' : of;
}

/** Returns true if the number is worked out from others. */
export function isDerivedKind(kind: string): boolean {
  return kind === 'rate' || kind === 'plus' || kind === 'minus';
}

/** Keeps what every kind has, and begins with what the new kind needs. */
export function withMeasureKind(before: DraftMeasure, kind: string, others: readonly DraftMeasure[]): DraftMeasure {
  const { id, title, help, hidden, forms, where, undated, alarm, span } = before;
  const kept: Patch<DraftMeasure> = { title, help, hidden, undated, alarm };
  const [first, second] = others.map((one) => one.id);
  const pair = [first ?? '', second ?? first ?? ''];
  if (kind === 'rate') return withPatch<DraftMeasure>({ id }, { ...kept, rate: pair as never, unit: 'percent' });
  if (kind === 'minus') return withPatch<DraftMeasure>({ id }, { ...kept, minus: pair as never });
  if (kind === 'plus') return withPatch<DraftMeasure>({ id }, { ...kept, plus: others.map((one) => one.id) });
  const isSame = before.of !== 'problems' && before.of !== 'events' && kind !== 'problems' && kind !== 'events';
  const counted = forms ?? others.find((one) => one.forms)?.forms;
  return withPatch<DraftMeasure>(
    { id },
    {
      ...kept,
      of: kind as 'count',
      span,
      forms: counted,
      where: isSame ? where : undefined,
      ...(kind === 'sites-due' && { visits: counted?.[0] }),
      ...(kind === 'days' && { unit: 'days' as const }),
    },
  );
}
