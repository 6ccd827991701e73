/**
 * Shows the sections in order, mounted in slices so that the first ones can be used at once. A section is mounted only
 * together with its fields: then the browser skips style and layout of sections out of sight. It does not do so for sections
 * that are filled later.
 */
import { memo, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { SectionNode } from '../../../core/definitions/types.ts';
import { useSectionComponent } from '../../shell/features.ts';
import { useFormHost } from '../../widgets/host.tsx';
import { TextWithAnswers } from '../../widgets/WithAnswers.tsx';
import { SectionForm } from './drawing/SectionForm.tsx';
import { FIELD_HEIGHT, sectionFrame } from './drawing/SectionTemplate.tsx';
import { onceIdle } from './idle.ts';
import { isShown } from './useSteps.ts';

/** Number of fields mounted before the first paint, and in each slice after it. */
const FIRST = 12;
const SLICE = 50;

/** Returns the end index of the sections, starting at `from`, that hold at least `count` fields. */
function reach(sections: SectionNode[], from: number, count: number): number {
  let fields = 0;
  let to = from;
  while (to < sections.length && fields < count) {
    fields += sections[to]!.fields.length;
    to++;
  }
  return to;
}

function height(sections: SectionNode[]): string {
  return `${sections.reduce((sum, { fields }) => sum + fields.length, 0) * FIELD_HEIGHT}rem`;
}

/** `all` mounts every section at once, because a jump needs its target in the page. `only` shows one section. */
export function Sections({ all, only }: { all: boolean; only: string | undefined }) {
  const { form } = useFormHost()!;
  const sections = useMemo(
    () => (only === undefined ? form.sections : form.sections.filter(({ id }) => id === only)),
    [form, only],
  );
  const [mounted, setMounted] = useState(() => reach(sections, 0, FIRST));
  const drawn = all ? sections.length : Math.max(mounted, 1);
  useEffect(() => {
    if (drawn >= sections.length) return;
    return onceIdle(() => setMounted(reach(sections, drawn, SLICE)));
  }, [drawn, sections]);
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
  const visible = useSyncExternalStore(store.subscribe, () => isShown(section, store));
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
