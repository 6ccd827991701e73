/** Shows the answers by section, as definition lists. Fields whose condition does not hold now are left out. */
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { groupByHeading, groupRuns, isHeading } from '../../../core/definitions/sections.ts';
import type { CompiledForm, FieldNode, RecordData, SectionNode } from '../../../core/definitions/types.ts';
import { answerLevelsAt } from '../../../core/form/answersInWords.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { isAnswerable, isCountsQuestion, isRatingQuestion } from '../../../core/form/types/question.ts';
import type { FormEntry, RecordView, Refs } from '../../../core/generated/api.ts';
import { repeatsSectionTitle } from '../../data/headings.ts';
import { number } from '../../data/words.ts';
import { useSectionComponent } from '../../shell/features.ts';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import { ReadAnswersProvider, TextWithAnswers } from '../../widgets/WithAnswers.tsx';
import { useHiddenQuestions } from '../record/useHiddenQuestions.ts';
import classes from './Detail.module.css';

/** Up to this many open questions are listed at once. A longer list is collapsed. */
const NAMED = 3;

/** True if nothing was answered. Ratings never count as open, because they show "not rated" themselves. */
function isOpen([node, ...counts]: Cell, data: RecordData): boolean {
  return [node, ...counts].every((one) => !isRatingQuestion(one) && FIELD_TYPES[one.type].isEmpty(one, data));
}

type Cell = [FieldNode, ...FieldNode[]];

/** Groups count fields with the field before them if their condition asks for that field. */
function withTheirCounts(fields: FieldNode[]): Cell[] {
  const cells: Cell[] = [];
  for (const node of fields) {
    const before = cells.at(-1);
    const { visibleWhen } = node.def;
    const follows = isCountsQuestion(node) && visibleWhen && 'field' in visibleWhen && visibleWhen.field;
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
  /** Questions that are shown elsewhere. */
  without?: readonly FieldNode[];
}

export function AnswerSections({ entry, form, sections, record, refs, without = [] }: Props) {
  const { t } = useTranslation();
  const componentOf = useSectionComponent();
  const hidden = useHiddenQuestions(entry, form, record);
  const read = useMemo(
    () => ({ definition: form.definition, levels: answerLevelsAt(form, record.data), refs }),
    [form, record.data, refs],
  );
  // In the order of the tab, which may be another one than that of the form.
  const wanted = sections?.flatMap((id) => form.sections.find((section) => section.id === id) ?? []) ?? form.sections;
  const drawn = wanted.map((section) => {
    const shown = section.fields.filter(
      (node) => (isAnswerable(node) || isHeading(node)) && !hidden.has(node.name) && !without.includes(node),
    );
    const fields = shown.filter(isAnswerable);
    if (!fields.length) return null;
    const Component = componentOf(section)?.Display;
    if (Component) {
      return (
        <section key={section.id} className={`am-surface am-titled ${classes.section} am-after`}>
          <h2 className="am-line-below">
            <TextWithAnswers of={section.def.title} />
          </h2>
          <div className={`${classes.drawn} am-pad-4`}>
            <Component waiting={<div aria-busy="true" />} form={form} section={section} record={record} refs={refs} />
          </div>
        </section>
      );
    }
    const cells = withTheirCounts(fields);
    const open = cells.filter((one) => isOpen(one, record.data));
    const answered = cells.filter((one) => !open.includes(one));
    return (
      <section key={section.id} className={`am-surface am-titled ${classes.section} am-after`}>
        <h2 className="am-line-below">
          <TextWithAnswers of={section.def.title} />
        </h2>
        <Facts {...{ section, shown, record, refs }} cells={answered} />
        {open.length > 0 && (
          <details className={`am-hint ${classes.open} am-pad-y-2 am-pad-x-4`} open={open.length <= NAMED}>
            <summary className="am-opener">{t('detail.open', { shown: number(open.length) })}</summary>
            <ul className="am-bullets">
              {open.map(([node]) => (
                <li key={node.name} data-field={node.name} data-open>
                  <TextWithAnswers of={node.def.short ?? node.def.label} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </section>
    );
  });
  return (
    <OnlineWidgets>
      <ReadAnswersProvider value={read}>{drawn}</ReadAnswersProvider>
    </OnlineWidgets>
  );
}

interface FactsProps extends Pick<Props, 'record' | 'refs'> {
  section: SectionNode;
  /** The questions that were asked, with the headings between them. */
  shown: FieldNode[];
  cells: Cell[];
}

/** The answered questions of a section, those of a group and of a note that is a heading below it. */
function Facts({ section, shown, record, refs, cells }: FactsProps) {
  const cellOf = new Map(cells.map((cell) => [cell[0], cell]));
  return groupRuns(shown.filter((node) => isHeading(node) || cellOf.has(node))).map(({ group, fields }) =>
    groupByHeading(fields).map(({ heading, fields: below }, at) => (
      <Fragment key={below[0].name}>
        {group && at === 0 && (
          <h3>
            <TextWithAnswers of={group.title} />
          </h3>
        )}
        {heading && (
          <h3>
            <TextWithAnswers of={heading.def.label} />
          </h3>
        )}
        <dl className={`${classes.facts} am-tiles am-stack am-pad-4`}>
          {below.map((node) => (
            <Fact key={node.name} cell={cellOf.get(node) ?? [node]} {...{ section, record, refs }} />
          ))}
        </dl>
      </Fragment>
    )),
  );
}

function Fact({ cell, section, record, refs }: Pick<FactsProps, 'section' | 'record' | 'refs'> & { cell: Cell }) {
  const { t } = useTranslation();
  const [node, ...counts] = cell;
  const { isWide } = FIELD_TYPES[node.type];
  return (
    <div data-field={node.name} data-wide={isWide} data-single={(counts.length === 0 && !isWide) || undefined}>
      {cell.map((one) => (
        <Fragment key={one.name}>
          <dt className={repeatsSectionTitle(one, section) ? 'am-visually-hidden' : undefined}>
            <TextWithAnswers of={one.def.label} />
          </dt>
          <dd>
            {isRatingQuestion(one) && FIELD_TYPES[one.type].isEmpty(one, record.data) ? (
              <span className="am-dimmed">{t('detail.notRated')}</span>
            ) : (
              <FieldDisplay node={one} data={record.data} refs={refs} />
            )}
          </dd>
        </Fragment>
      ))}
    </div>
  );
}
