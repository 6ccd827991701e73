/** What is chosen in the outline, to be written: a question, a section, a group, or the form itself. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { fieldAt } from '../../../core/edit/draft.ts';
import { move } from '../../../core/edit/move.ts';
import { keyOf, outlineOf, type Place, placeOf } from '../../../core/edit/outline.ts';
import { copyQuestion, removeQuestion } from '../../../core/edit/questions.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { Found, focusNext } from '../drafting/fields.tsx';
import { FORM, useDesigner } from './context.ts';
import classes from './Designer.module.css';
import { FormPane } from './form/FormPane.tsx';
import { AnswerPart } from './parts/AnswerPart.tsx';
import { MorePart } from './parts/MorePart.tsx';
import { RulesPart } from './parts/RulesPart.tsx';
import { WhenPart } from './parts/WhenPart.tsx';
import { WordsPart } from './parts/WordsPart.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { SectionPane } from './SectionPane.tsx';
import { titleOf } from './titles.ts';
import { TYPE_LOOKS } from './typeLooks.ts';

export function QuestionPane() {
  const { draft, chosen } = useDesigner();
  const place = placeOf(chosen);
  if (chosen === FORM || !place) return <FormPane />;
  if (place.kind !== 'question') return <SectionPane key={chosen} place={place} />;
  return fieldAt(draft, place.path) ? <OneQuestion path={place.path} /> : <FormPane />;
}

function OneQuestion({ path }: { path: string }) {
  const { t } = useTranslation('designer');
  const { draft } = useDesigner();
  const field = fieldAt(draft, path);
  const place: Place = { kind: 'question', path };
  const rows = outlineOf(draft).filter((row) => row.field);
  const at = rows.findIndex((row) => row.key === keyOf(place));
  const row = rows[at];
  if (!field || !row) return null;
  return (
    <section className={classes.pane} data-pane="question" aria-label={titleOf(row)}>
      <PaneHead title={titleOf(row)} icon={TYPE_LOOKS[field.type]?.icon ?? 'file'} place={place}>
        {t('question.of', { at: number(at + 1), count: number(rows.length) })}
      </PaneHead>
      <div className={classes.parts}>
        <Found at={(pointer) => pointer === row.pointer} />
        {/* By their number: a new question gets its name while somebody goes on from its words. */}
        <WordsPart path={path} field={field} />
        <AnswerPart key={at} path={path} field={field} />
        <WhenPart key={at} path={path} field={field} />
        <RulesPart key={at} path={path} field={field} />
        <MorePart key={at} path={path} field={field} />
        <Answered path={path} id={field.id} />
      </div>
    </section>
  );
}

interface HeadProps {
  title: string;
  icon: string;
  place: Place;
  children?: string;
}

/** The name of what is written, and what can be done with it. */
export function PaneHead({ title, icon, place, children }: HeadProps) {
  const { t } = useTranslation('designer');
  const { draft, change, choose, published } = useDesigner();
  const [isRemoving, setRemoving] = useState(false);
  const go = (by: -1 | 1) => {
    const moved = move(draft, place, by);
    if (moved.draft === draft) return;
    change(moved.draft);
    choose(keyOf(moved.place));
    focusNext(`[data-action=move-${by < 0 ? 'up' : 'down'}]`);
  };
  const remove = () => {
    if (place.kind !== 'question') return;
    const field = fieldAt(draft, place.path);
    if (field && published.has(field.id)) return setRemoving(true);
    change(removeQuestion(draft, place.path));
    choose(FORM);
    focusNext('[data-pane=outline] [data-row]');
  };
  return (
    <header className={classes.paneHead}>
      <Icon name={icon} size={18} />
      <h2>
        <bdi>{title}</bdi>
      </h2>
      {children && <span className="am-hint">{children}</span>}
      <Tool icon="arrow-up" action="move-up" label={t('move.up')} onClick={() => go(-1)} />
      <Tool icon="arrow-down" action="move-down" label={t('move.down')} onClick={() => go(1)} />
      {place.kind === 'question' && (
        <>
          <Tool
            icon="copy"
            action="copy"
            label={t('move.copy')}
            onClick={() => {
              const copied = copyQuestion(draft, place.path);
              change(copied.draft);
              choose(keyOf(copied.place));
              focusNext('[data-pane=question] textarea');
            }}
          />
          <Tool icon="trash" action="remove" label={t('move.remove')} onClick={remove} />
        </>
      )}
      {isRemoving && place.kind === 'question' && <RemoveDialog path={place.path} onClose={() => setRemoving(false)} />}
    </header>
  );
}

interface ToolProps {
  icon: string;
  action: string;
  label: string;
  isOff?: boolean;
  onClick: () => void;
}

export function Tool({ icon, action, label, isOff = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      data-action={action}
      title={label}
      aria-label={label}
      disabled={isOff}
      onClick={onClick}
    >
      <Icon name={icon} size={18} />
    </button>
  );
}

/** Leads to what people answered to a question that is published. */
function Answered({ path, id }: { path: string; id: string }) {
  const { t } = useTranslation('designer');
  const { draft, published } = useDesigner();
  const form = draft.definition.form;
  if (!published.has(id) || typeof form !== 'string' || path.includes('.')) return null;
  return (
    <p className={classes.foot}>
      <Link to={`/admin/forms/${encodeURIComponent(form)}/questions/${encodeURIComponent(id)}`}>
        {t('question.history')}
      </Link>
    </p>
  );
}
