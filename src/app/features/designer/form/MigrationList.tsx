/** What becomes of the answers of the version before, in sentences, each of which can be taken back. */
import { useTranslation } from 'react-i18next';
import type { Text } from '../../../../core/definitions/types.ts';
import { type MigrationKind, migrationEntriesOf, withMigration } from '../../../../core/edit/migrate.ts';
import { getOwn, isObject } from '../../../../core/json.ts';
import { isolateName } from '../../../../core/text/languages.ts';
import { comma, text } from '../../../data/words.ts';
import { MistakeList, RemoveButton } from '../../drafting/fields.tsx';
import { useDesigner } from '../context.ts';
import { PanePart } from '../parts/PanePart.tsx';

const KINDS: readonly MigrationKind[] = ['rename', 'split', 'merge', 'map', 'drop', 'set'];

export function MigrationList() {
  const { t } = useTranslation('designer');
  const { draft, change, before } = useDesigner();
  const name = (path: string) => {
    const field = getOwn(draft.definition.fields, path) ?? getOwn(before?.fields ?? {}, path);
    return isolateName(text(field?.short ?? field?.label) || path);
  };
  const said = (kind: MigrationKind, key: string, value: unknown): string => {
    const names = [value]
      .flat()
      .map((one) => name(String(one)))
      .join(comma());
    if (kind === 'drop') return t('moved.drop', { name: name(key), reason: isolateName(text(value as Text)) });
    if (kind !== 'map') return t(`moved.${kind}`, { name: name(key), names });
    const codes = Object.entries(isObject(value) ? value : {}).map(([from, to]) =>
      t(to === null ? 'moved.optionGone' : 'moved.option', { from: isolateName(from), to: isolateName(String(to)) }),
    );
    return t('moved.map', { name: name(key), options: codes.join(comma()) });
  };
  const entries = KINDS.flatMap((kind) =>
    Object.entries(migrationEntriesOf(draft, kind)).map(([key, value]) => ({ kind, key, value })),
  );
  if (entries.length === 0) return null;
  return (
    <PanePart title={t('moved.title')} name="moved">
      <MistakeList at={(pointer) => pointer.startsWith('/migrate')} />
      <ul className="am-gap-1 am-stack">
        {entries.map(({ kind, key, value }) => (
          <li key={`${kind} ${key}`} className="am-inline am-gap-1" data-removable>
            <span className="am-grow">{said(kind, key, value)}</span>
            <RemoveButton
              action="remove-move"
              onClick={() => {
                const left = Object.entries(migrationEntriesOf(draft, kind)).filter(([one]) => one !== key);
                change(withMigration(draft, kind, Object.fromEntries(left)));
              }}
            >
              {t('moved.back')}
            </RemoveButton>
          </li>
        ))}
      </ul>
    </PanePart>
  );
}
