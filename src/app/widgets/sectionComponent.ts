/** A section that a definition has drawn by a component of its own (`drawing`): how it is filled in and how it is read. */
import type { CompiledForm, SectionNode } from '../../core/definitions/types.ts';
import type { RecordView, Refs } from '../../core/generated/api.ts';
import type { OnDemand } from '../data/onDemand.tsx';

export interface SectionDisplayProps {
  form: CompiledForm;
  section: SectionNode;
  record: RecordView;
  refs: Refs;
}

export interface SectionComponent {
  /** Absent where nobody fills it in: the fields stand one after the other. */
  Input?: OnDemand<{ section: SectionNode }>;
  Display: OnDemand<SectionDisplayProps>;
}
