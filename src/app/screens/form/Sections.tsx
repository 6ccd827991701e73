/**
 * Shows the sections in order. The first ones are drawn at once, the others in a few large slices when the browser has time.
 * Each slice costs a layout of every section, also of those out of sight, because the browser looks for addresses and passwords
 * to fill in: with slices of 300, 500 questions took four tenths longer. One slice for everything would hold up a form of 1,500 for
 * seconds on a busy machine. A section is mounted only together with its fields: then the browser skips its style and layout until it
 * is seen.
 */
import { memo, startTransition, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { SectionNode } from '../../../core/definitions/types.ts';
import { useSectionComponent } from '../../shell/features.ts';
import { useFormHost } from '../../widgets/host.tsx';
import { TextWithAnswers } from '../../widgets/WithAnswers.tsx';
import { SectionForm } from './drawing/SectionForm.tsx';
import { ESTIMATED_FIELD_HEIGHT, sectionFrame } from './drawing/SectionTemplate.tsx';
import { isSectionShown } from './steps/useSteps.ts';

/** Number of fields mounted before the first paint. */
const FIRST = 12;
/** Number of fields that are mounted together after it. */
const SLICE = 600;

/** Returns how many of the first sections hold at least so many fields. */
function reach(sections: SectionNode[], count: number): number {
  let fields = 0;
  let to = 0;
  while (to < sections.length && fields < count) {
    fields += sections[to]!.fields.length;
    to++;
  }
  return to;
}

function height(sections: SectionNode[]): string {
  return `${sections.reduce((sum, { fields }) => sum + fields.length, 0) * ESTIMATED_FIELD_HEIGHT}rem`;
}

/** `all` mounts every section at once, because a jump needs its target in the page. `only` are the ids of the sections to show. */
export function FormSections({ all, only }: { all: boolean; only: readonly string[] | undefined }) {
  const { form } = useFormHost()!;
  const sections = useMemo(
    () => (only ? form.sections.filter(({ id }) => only.includes(id)) : form.sections),
    [form, only],
  );
  const [fields, setFields] = useState(FIRST);
  const drawn = all ? sections.length : reach(sections, fields);
  useEffect(() => {
    if (drawn < sections.length) startTransition(() => setFields(fields + SLICE));
  }, [drawn, sections, fields]);
  return (
    <>
      {sections.slice(0, drawn).map((section) => (
        <OneSection key={section.id} section={section} />
      ))}
      {drawn < sections.length && <div style={{ height: height(sections.slice(drawn)) }} aria-busy="true" />}
    </>
  );
}

const OneSection = memo(function OneSection({ section }: { section: SectionNode }) {
  const { store } = useFormHost()!;
  const componentOf = useSectionComponent();
  const visible = useSyncExternalStore(store.subscribe, () => isSectionShown(section, store));
  if (!visible) return null;
  const Component = componentOf(section)?.Input;
  if (!Component) return <SectionForm section={section} />;
  const { title, help } = section.def;
  return sectionFrame(
    section,
    <TextWithAnswers of={title} />,
    help && <TextWithAnswers of={help} />,
    <Component waiting={<div aria-busy="true" />} section={section} />,
  );
});
