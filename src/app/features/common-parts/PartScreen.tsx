/** Shows one part that all forms share as it is served, with an editor for its text and everything that was published. */
import { Alert, Skeleton } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { Screen } from '../../shell/Screen.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { commonPartName, originText } from './api.ts';
import { MenuEditor } from './MenuLines.tsx';
import { CommonPartEditor } from './PartEditor.tsx';
import { CommonPartHistory } from './PartHistory.tsx';
import { CommonPartText } from './PartText.tsx';
import { useCommonPart } from './usePart.tsx';

/** The part that the menus are. */
const MENU = 'navigation';

export default function CommonPartScreen() {
  const { part = '' } = useParams();
  const { t } = useTranslation('admin');
  const { found, instead, ask, dialog } = useCommonPart(part);
  /** Counts publications: the editor then begins with what is served. */
  const [edition, setEdition] = useState(0);
  if (instead) return instead;
  const served = found?.data;
  const title = served ? commonPartName(served, t) : t('commonParts.title');
  return (
    <Screen
      name="common-part"
      title={title}
      crumbs={[
        { label: t('versions.title'), to: '/admin/forms' },
        { label: t('commonParts.title'), to: '/admin/forms/common' },
        { label: title },
      ]}
    >
      {!found && <Skeleton height={320} radius="lg" />}
      {found && served && (
        <>
          {served.replaced ? (
            <Alert color="yellow" variant="light" icon={<Icon name="alert-triangle" />} mb="md" data-replaced>
              {originText(served, t)} {t('commonParts.hidden')}
            </Alert>
          ) : (
            <p className="am-after am-dimmed">{originText(served, t)}</p>
          )}
          <p className="am-hint">
            {t('commonParts.hash')} <code dir="ltr">{served.hash.slice(0, 12)}</code>
          </p>
          <Editor edition={edition} found={found} onAsk={ask} />
          <CommonPartHistory found={found} onAsk={ask} />
        </>
      )}
      {dialog(title, () => setEdition(edition + 1))}
    </Screen>
  );
}

interface EditorProps extends ComponentProps<typeof CommonPartEditor> {
  /** The editors begin anew with each publication. */
  edition: number;
}

/** The menu of departments has lines that are moved; every part has its text. */
function Editor({ edition, found, onAsk }: EditorProps) {
  const { t } = useTranslation('admin');
  if (found.locked !== null) return <CommonPartText found={found} />;
  const editor = <CommonPartEditor key={edition} found={found} onAsk={onAsk} />;
  if (found.data.part !== MENU) return editor;
  return (
    <>
      <MenuEditor key={edition} found={found} onAsk={onAsk} />
      <details className="am-fold" data-text>
        <summary>{t('menu.asText')}</summary>
        {editor}
      </details>
    </>
  );
}
