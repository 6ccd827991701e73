/** Lists the errors that keep the record from being saved, as links to the questions. */
import { Fragment, useSyncExternalStore } from 'react';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import { rowPointerOf } from '../../../core/form/check.ts';
import { nodesAtPointer, sortPointersByForm } from '../../../core/form/messages.ts';
import { localDigits } from '../../../core/text/letters.ts';
import { ErrorText } from '../../widgets/ErrorText.tsx';
import { useWidgets, useWidgetTexts } from '../../widgets/environment.tsx';
import { useFormHost } from '../../widgets/host.tsx';

/** Maximum number of links. The other errors are counted, and move up when the first ones are corrected. */
const SHOWN = 10;

export function ErrorSummary({ onGo }: { onGo: (pointer: string) => void }) {
  const { store, form } = useFormHost()!;
  const { language } = useWidgets();
  const { t, say, fill } = useWidgetTexts();
  const errors = useSyncExternalStore(store.subscribe, () => store.errors);
  const pointers = sortPointersByForm(form, Object.keys(errors));
  if (pointers.length === 0) return null;
  return (
    <div
      className="am-summary am-shade am-stack am-pad-4 am-after"
      data-tone="red"
      role="alert"
      tabIndex={-1}
      id="error-summary"
    >
      <p>
        <strong>{t('screen.summary')}</strong>
      </p>
      <ul className="am-bullets">
        {pointers.slice(0, SHOWN).map((pointer) => {
          const [property = '', ...within] = pointer.split('/').slice(1);
          if (pointer === '') return <li key={pointer}>{texts(pointer, errors[pointer])}</li>;
          const [node, ...columns] = nodesAtPointer(form, pointer);
          const part = node?.def.rows?.find((one) => one.name === property);
          const name = node
            ? [node.def.short ?? node.def.label, part?.label, ...columns.map(({ def }) => def.label)]
                .map(say)
                .filter(Boolean)
                .join(' – ')
            : property;
          const rows = within.filter((_, at) => node?.columns && at % 2 === 0);
          const number = rows.map((row) => localDigits(Number(row) + 1, language)).join(' – ');
          return (
            <li key={pointer}>
              <a
                href={`#f-${node?.name ?? property}`}
                onClick={(event) => {
                  event.preventDefault();
                  onGo(pointer);
                }}
              >
                {name}
                {number && ` (${number})`}
              </a>
              : {texts(pointer, errors[pointer])}
            </li>
          );
        })}
        {pointers.length > SHOWN && (
          <li>{fill('screen.more', { count: localDigits(pointers.length - SHOWN, language) })}</li>
        )}
      </ul>
    </div>
  );
}

/** Errors at a pointer, which name answers of its row. */
function texts(pointer: string, errors: RecordErrors[string] = []) {
  return errors.map((error, at) => (
    <Fragment key={JSON.stringify(error)}>
      {at > 0 && ' '}
      <ErrorText error={error} base={rowPointerOf(pointer)} />
    </Fragment>
  ));
}
