/** The head of the question pane: what is written, and what can be done with it as a whole. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldAt } from '../../../core/edit/draft.ts';
import { move } from '../../../core/edit/move.ts';
import { keyOf, type Place } from '../../../core/edit/outline.ts';
import { copyQuestion, removeQuestion } from '../../../core/edit/questions.ts';
import { Icon } from '../../theme/Icon.tsx';
import { focusNext } from '../drafting/fields.tsx';
import { Tool } from '../drafting/Tool.tsx';
import { FORM, useDesigner } from './context.ts';
import classes from './Designer.module.css';
import { RemoveDialog } from './RemoveDialog.tsx';

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
