/** Hand-made drawings of sections, by the name a definition gives: how the answers are filled in and how they are read. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { CompiledForm, SectionNode } from '../../core/definitions/types.ts';
import type { RecordView, Refs } from '../data/types.ts';

export interface SectionDisplayProps {
  form: CompiledForm;
  section: SectionNode;
  record: RecordView;
  refs: Refs;
}

export interface Drawing {
  /** Absent where nobody fills it in: the fields stand one after the other. */
  Input?: LazyExoticComponent<ComponentType<{ section: SectionNode }>>;
  Display: LazyExoticComponent<ComponentType<SectionDisplayProps>>;
}

export const DRAWINGS: Readonly<Record<string, Drawing>> = {
  'logframe-tree': {
    Input: lazy(() => import('./logframe/TreeInput.tsx')),
    Display: lazy(() => import('./logframe/TreeDisplay.tsx')),
  },
  refusal: { Display: lazy(() => import('./refusals/Refusal.tsx')) },
};

export function drawingOf({ def }: SectionNode): Drawing | undefined {
  return def.drawing === undefined ? undefined : DRAWINGS[def.drawing];
}
