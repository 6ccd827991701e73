// biome-ignore-all lint/a11y/useSemanticElements: a fieldset around questions that are fieldsets would repeat its name
/** RJSF's ObjectFieldTemplate: the frame of a section with its heading, around the questions that RJSF rendered. */
import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { groupRuns } from '../../../../core/definitions/sections.ts';
import type { Group, SectionNode } from '../../../../core/definitions/types.ts';
import { TextWithAnswers } from '../../../widgets/WithAnswers.tsx';
import { sectionId } from '../focus.ts';

/** Estimated height in rem of a field that is not mounted yet. It keeps the scrollbar from jumping. */
export const ESTIMATED_FIELD_HEIGHT = 5.5;

export function SectionTemplate({ properties, registry }: ObjectFieldTemplateProps) {
  const section = registry.formContext as unknown as SectionNode;
  const contents = new Map(properties.map(({ name, content }) => [name, content]));
  return sectionFrame(
    section,
    <TextWithAnswers of={section.def.title} />,
    section.def.help && <TextWithAnswers of={section.def.help} />,
    <div className="am-section-fields am-stack">
      {groupRuns(section.fields).map(({ group, fields }) => {
        const questions = fields.map(({ name }) => contents.get(name));
        return group ? groupFrame(group, questions) : questions;
      })}
    </div>,
  );
}

/** A function, to avoid one more component around each question. The style hides a group without questions. */
function groupFrame({ group, title, help }: Group, questions: ReactNode) {
  const id = `group-${group}-title`;
  return (
    <div key={group} role="group" className="am-group" data-wide aria-labelledby={id}>
      <h3 id={id}>
        <TextWithAnswers of={title} />
      </h3>
      {help && (
        <p className="am-help">
          <TextWithAnswers of={help} />
        </p>
      )}
      <div className="am-section-fields am-stack">{questions}</div>
    </div>
  );
}

export function sectionFrame({ id, def, fields }: SectionNode, title: ReactNode, help: ReactNode, children: ReactNode) {
  return (
    <section
      id={sectionId(id)}
      className="am-section am-surface am-pad-4 am-after"
      aria-labelledby={`${sectionId(id)}-title`}
      data-columns={def.columns ?? 2}
      style={{ containIntrinsicSize: `auto ${fields.length * ESTIMATED_FIELD_HEIGHT}rem` }}
    >
      <h2 id={`${sectionId(id)}-title`} className="am-section-title am-below-3 am-action" tabIndex={-1}>
        {title}
      </h2>
      {help && <p className="am-help">{help}</p>}
      {children}
    </section>
  );
}
