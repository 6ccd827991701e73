/** Hand-made drawings of sections, by the name a definition gives: how the answers are filled in and how they are read. */
import type { CompiledForm, SectionNode } from '../../core/definitions/types.ts';
import { type OnDemand, onDemand, WIDGET_WORDS } from '../data/onDemand.tsx';
import type { RecordView, Refs } from '../data/types.ts';

export interface SectionDisplayProps {
  form: CompiledForm;
  section: SectionNode;
  record: RecordView;
  refs: Refs;
}

export interface Drawing {
  /** Absent where nobody fills it in: the fields stand one after the other. */
  Input?: OnDemand<{ section: SectionNode }>;
  Display: OnDemand<SectionDisplayProps>;
}

export const DRAWINGS: Readonly<Record<string, Drawing>> = {
  'logframe-tree': {
    Input: onDemand(() => import('./logframe/TreeInput.tsx'), { words: ['mande', ...WIDGET_WORDS] }),
    Display: onDemand(() => import('./logframe/TreeDisplay.tsx'), { words: ['mande', ...WIDGET_WORDS] }),
  },
  refusal: { Display: onDemand(() => import('./refusals/Refusal.tsx'), { words: ['mande', ...WIDGET_WORDS] }) },
};

export function drawingOf({ def }: SectionNode): Drawing | undefined {
  return def.drawing === undefined ? undefined : DRAWINGS[def.drawing];
}
