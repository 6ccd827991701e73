/** Shows the answers by section, as definition lists. Fields whose condition does not hold now are left out. */
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { inGroups } from '../../../core/definitions/sections.ts';
import type { CompiledForm, FieldNode, RecordData, SectionNode } from '../../../core/definitions/types.ts';
import { levelsAt, withAnswers } from '../../../core/form/answersInWords.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { isAsked, isCounts, isRating } from '../../../core/form/types/question.ts';
import type { FormEntry, RecordView, Refs } from '../../../core/generated/api.ts';
import { asWritten, type Text } from '../../../core/text/languages.ts';
import { saysTheHeading } from '../../data/headings.ts';
import { preferences } from '../../data/preferences.ts';
import { useCommon } from '../../data/queries.ts';
import { inOther, number, text } from '../../data/words.ts';
import { useSectionComponent } from '../../shell/features.ts';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';
import { ReadAnswersProvider } from '../../widgets/WithAnswers.tsx';
import { useHidden } from '../record/useHidden.ts';
import classes from './Detail.module.css';

/** Up to this many open questions are listed at once. A longer list is collapsed. */
const NAMED = 3;

/** True if nothing was answered. Ratings never count as open, because they show "not rated" themselves. */
function isOpen([node, ...counts]: Cell, data: RecordData): boolean {
  return [node, ...counts].every((one) => !isRating(one) && FIELD_TYPES[one.type].isEmpty(one, data));
}

type Cell = [FieldNode, ...FieldNode[]];

/** Groups count fields with the field before them if their condition asks for that field. */
function withTheirCounts(fields: FieldNode[]): Cell[] {
  const cells: Cell[] = [];
  for (const node of fields) {
    const before = cells.at(-1);
    const { visibleWhen } = node.def;
    const follows = isCounts(node) && visibleWhen && 'field' in visibleWhen && visibleWhen.field;
    if (before && follows === before[0].name) before.push(node);
    else cells.push([node]);
  }
  return cells;
}

interface Props {
  entry: FormEntry;
  form: CompiledForm;
  sections: string[] | undefined;
  record: RecordView;
  refs: Refs;
}

export function Sections({ entry, form, sections, record, refs }: Props) {
  const { t } = useTranslation();
  const componentOf = useSectionComponent();
  const hidden = useHidden(entry, form, record);
  const say = useHeading(form, record.data, refs);
  const read = useMemo(() => ({ levels: levelsAt(form, record.data), refs }), [form, record.data, refs]);
  const drawn = form.sections
    .filter((section) => !sections || sections.includes(section.id))
    .map((section) => {
      const fields = section.fields.filter((node) => isAsked(node) && !hidden.has(node.name));
      if (!fields.length) return null;
      const Component = componentOf(section)?.Display;
      if (Component) {
        return (
          <section key={section.id} className={`am-surface ${classes.section}`}>
            <h2 {...inOther(section.def.title)}>{say(section.def.title)}</h2>
            <div className={classes.drawn}>
              <Component waiting={<div aria-busy="true" />} form={form} section={section} record={record} refs={refs} />
            </div>
          </section>
        );
      }
      const cells = withTheirCounts(fields);
      const open = cells.filter((one) => isOpen(one, record.data));
      const answered = cells.filter((one) => !open.includes(one));
      return (
        <section key={section.id} className={`am-surface ${classes.section}`}>
          <h2 {...inOther(section.def.title)}>{say(section.def.title)}</h2>
          <Facts {...{ form, section, record, refs }} cells={answered} />
          {open.length > 0 && (
            <details className={`am-hint ${classes.open}`} open={open.length <= NAMED}>
              <summary>{t('detail.open', { shown: number(open.length) })}</summary>
              <ul>
                {open.map(([node]) => (
                  <li key={node.name} data-field={node.name} data-open>
                    <bdi {...inOther(node.def.short ?? node.def.label)}>{text(node.def.short ?? node.def.label)}</bdi>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </section>
      );
    });
  return <ReadAnswersProvider value={read}>{drawn}</ReadAnswersProvider>;
}

interface FactsProps extends Pick<Props, 'form' | 'record' | 'refs'> {
  section: SectionNode;
  cells: Cell[];
}

/** The answered questions of a section, those of a group below its heading. */
function Facts({ form, section, record, refs, cells }: FactsProps) {
  const { t } = useTranslation();
  const say = useHeading(form, record.data, refs);
  return inGroups(cells.map(([node]) => node)).map(({ group, fields }) => (
    <Fragment key={fields[0]?.name}>
      {group && <h3 {...inOther(group.title)}>{say(group.title)}</h3>}
      <dl className={classes.facts}>
        {cells
          .filter(([node]) => fields.includes(node))
          .map(([node, ...counts]) => (
            <div
              key={node.name}
              data-field={node.name}
              data-wide={FIELD_TYPES[node.type].isWide}
              data-single={(counts.length === 0 && !FIELD_TYPES[node.type].isWide) || undefined}
            >
              {[node, ...counts].map((one) => (
                <Fragment key={one.name}>
                  <dt
                    className={saysTheHeading(one, section) ? 'am-visually-hidden' : undefined}
                    {...inOther(one.def.label)}
                  >
                    {say(one.def.label)}
                  </dt>
                  <dd>
                    {isRating(one) && FIELD_TYPES[one.type].isEmpty(one, record.data) ? (
                      <span className="am-none">{t('detail.notRated')}</span>
                    ) : (
                      <FieldDisplay node={one} data={record.data} refs={refs} />
                    )}
                  </dd>
                </Fragment>
              ))}
            </div>
          ))}
      </dl>
    </Fragment>
  ));
}

/** Returns a text of the form with the record's answers that it names. */
function useHeading(form: CompiledForm, data: RecordData, refs: Refs): (words: Text) => string {
  const { constants } = useCommon().data ?? {};
  const { language, calendar } = preferences();
  const context = constants && { language, calendar, constants, refs };
  const levels = levelsAt(form, data);
  return (words) => (context ? withAnswers(asWritten(words, language), levels, context) : text(words));
}
