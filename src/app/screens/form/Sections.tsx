/** The sections in order, mounted in slices so that the first ones can be used at once. */
import { memo, useEffect, useState, useSyncExternalStore } from 'react';
import type { SectionNode } from '../../../core/definitions/types.ts';
import { useSay } from '../../widgets/environment.tsx';
import { useFormHost } from '../../widgets/host.tsx';
import { SectionForm } from './drawing.tsx';

/** Fields drawn before the first painting, and in each slice after it. */
const FIRST = 16;
const SLICE = 40;

/** Estimated height of a field that is not drawn yet, in rem: keeps the scrollbar from jumping. */
const FIELD_HEIGHT = 5.5;

export function sectionId(id: string): string {
  return `section-${id}`;
}

/** How many sections hold the first `count` fields. */
function reach(sections: SectionNode[], from: number, count: number): number {
  let fields = 0;
  let to = from;
  while (to < sections.length && fields < count) {
    fields += sections[to]!.fields.length;
    to++;
  }
  return to;
}

/** `all` mounts everything at once: a jump needs its target. */
export function Sections({ all }: { all: boolean }) {
  const { form } = useFormHost()!;
  const [mounted, setMounted] = useState(() => reach(form.sections, 0, FIRST));
  const wanted = all ? form.sections.length : mounted;
  useEffect(() => {
    if (mounted >= form.sections.length) return;
    const timer = setTimeout(() => setMounted(reach(form.sections, mounted, SLICE)), 0);
    return () => clearTimeout(timer);
  }, [mounted, form]);
  return form.sections.map((section, index) => (
    <OneSection key={section.id} section={section} drawn={index < wanted} />
  ));
}

const OneSection = memo(function OneSection({ section, drawn }: { section: SectionNode; drawn: boolean }) {
  const { store } = useFormHost()!;
  const say = useSay();
  // Hidden when none of its fields is there; a section of hidden fields has no heading either.
  const visible = useSyncExternalStore(store.subscribe, () =>
    section.fields.some((node) => node.type !== 'hidden' && !store.field(node.name).hidden),
  );
  if (!visible) return null;
  const help = say(section.def.help);
  return (
    <section
      id={sectionId(section.id)}
      className="am-section"
      aria-labelledby={`${sectionId(section.id)}-title`}
      data-columns={section.def.columns ?? 2}
      style={{ containIntrinsicSize: `auto ${section.fields.length * FIELD_HEIGHT}rem` }}
    >
      <h2 id={`${sectionId(section.id)}-title`} className="am-section-title" tabIndex={-1}>
        {say(section.def.title)}
      </h2>
      {help && <p className="am-help">{help}</p>}
      {drawn ? (
        <SectionForm section={section} />
      ) : (
        <div style={{ height: `${section.fields.length * FIELD_HEIGHT}rem` }} aria-busy="true" />
      )}
    </section>
  );
});
