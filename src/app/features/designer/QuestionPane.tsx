/** What is chosen in the outline, to be written: a question, a section, a group, or the form itself. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { fieldAt } from '../../../core/edit/draft.ts';
import { type OutlinePlace, outlineKeyOf, outlineOf, outlinePlaceOf } from '../../../core/edit/outline.ts';
import { number } from '../../data/words.ts';
import { MistakeList } from '../drafting/fields.tsx';
import { FORM_KEY, useDesigner } from './context.ts';
import layout from './Designer.module.css';
import { FormPane } from './form/FormPane.tsx';
import pane from './Pane.module.css';
import { PaneHead } from './PaneHead.tsx';
import { AnswerPart } from './parts/AnswerPart.tsx';
import { ConditionPart } from './parts/ConditionPart.tsx';
import { MorePart } from './parts/MorePart.tsx';
import { RulesPart } from './parts/RulesPart.tsx';
import { WordsPart } from './parts/WordsPart.tsx';
import { SectionPane } from './SectionPane.tsx';
import { fieldTypeIcon, outlineRowTitle } from './titles.ts';

export function QuestionPane() {
  const { draft, chosen } = useDesigner();
  const place = outlinePlaceOf(chosen);
  if (chosen === FORM_KEY || !place) return <FormPane />;
  if (place.kind !== 'question') return <SectionPane key={chosen} place={place} />;
  return fieldAt(draft, place.path) ? <OneQuestion path={place.path} /> : <FormPane />;
}

function OneQuestion({ path }: { path: string }) {
  const { t } = useTranslation('designer');
  const { draft } = useDesigner();
  const field = fieldAt(draft, path);
  const place: OutlinePlace = { kind: 'question', path };
  const rows = outlineOf(draft).filter((row) => row.field);
  const at = rows.findIndex((row) => row.key === outlineKeyOf(place));
  const row = rows[at];
  if (!field || !row) return null;
  return (
    <section className={layout.pane} data-pane="question" aria-label={`${t('tabs.question')}: ${outlineRowTitle(row)}`}>
      <PaneHead title={outlineRowTitle(row)} icon={fieldTypeIcon(field)} place={place}>
        {t('question.of', { at: number(at + 1), count: number(rows.length) })}
      </PaneHead>
      <div className={`${pane.parts} am-stack am-gap-0`}>
        <MistakeList at={(pointer) => pointer === row.pointer} />
        {/* By their number: a new question gets its name while somebody goes on from its words. */}
        <WordsPart path={path} field={field} />
        <AnswerPart key={`answer ${at}`} path={path} field={field} />
        <ConditionPart key={`when ${at}`} path={path} field={field} />
        <RulesPart key={`rules ${at}`} path={path} field={field} />
        <MorePart key={`more ${at}`} path={path} field={field} />
        <Answered path={path} id={field.id} />
      </div>
    </section>
  );
}

/** Leads to what people answered to a question that is published. */
function Answered({ path, id }: { path: string; id: string }) {
  const { t } = useTranslation('designer');
  const { draft, published } = useDesigner();
  const form = draft.definition.form;
  if (!published.has(id) || typeof form !== 'string' || path.includes('.')) return null;
  return (
    <p className="am-above-2 am-text">
      <Link to={`/admin/forms/${encodeURIComponent(form)}/questions/${encodeURIComponent(id)}`}>
        {t('question.history')}
      </Link>
    </p>
  );
}
