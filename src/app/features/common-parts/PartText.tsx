/** Shows the text of a shared part to who may not publish it, and says who may. */
import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CommonPartResponse } from '../../../core/generated/api.ts';
import { saveFileToDevice } from '../../screens/record/save.ts';
import { Icon } from '../../theme/Icon.tsx';

export function CommonPartText({ found: { data, text, locked } }: { found: CommonPartResponse }) {
  const { t } = useTranslation('admin');
  return (
    <section aria-label={t('commonParts.text')} data-locked>
      <Alert variant="light" icon={<Icon name="lock" />} mb="md" title={t('commonParts.readOnly')}>
        {locked}
      </Alert>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre className="am-scrolls-high am-small am-pad-3 am-box" dir="ltr" tabIndex={0}>
        {text}
      </pre>
      <Button
        variant="default"
        size="sm"
        mt="sm"
        mb="xl"
        onClick={() =>
          saveFileToDevice({ blob: new Blob([text], { type: 'application/json' }), name: null }, `${data.part}.json`)
        }
        data-action="download"
      >
        {t('definitionDrafts.download')}
      </Button>
    </section>
  );
}
