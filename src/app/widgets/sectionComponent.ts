/** Components that replace a section's fields if the definition names one (`drawing`): one for editing, one for reading. */
import type { CompiledForm, SectionNode } from '../../core/definitions/types.ts';
import type { RecordView, Refs } from '../../core/generated/api.ts';
import type { LazyComponent } from '../data/onDemand.tsx';

export interface SectionDisplayProps {
  form: CompiledForm;
  section: SectionNode;
  record: RecordView;
  refs: Refs;
}

export interface SectionComponent {
  /** If absent, the section's fields are rendered one after the other when editing. */
  Input?: LazyComponent<{ section: SectionNode }>;
  Display: LazyComponent<SectionDisplayProps>;
}
