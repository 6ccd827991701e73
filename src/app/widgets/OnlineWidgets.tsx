/** Provides widgets with the server's data, in the user's language. Renders nothing until constants and forms are loaded. */
import { type ReactNode, useMemo } from 'react';
import { preferences } from '../data/preferences.ts';
import { useCommon, useForms } from '../data/queries.ts';
import { WidgetProvider } from './environment.tsx';
import { onlineWidgetSource } from './onlineSource.ts';
import { registry } from './registry.ts';

export function OnlineWidgets({ children }: { children: ReactNode }) {
  const constants = useCommon().data?.constants;
  const forms = useForms().data;
  const value = useMemo(
    () => constants && forms && { ...preferences(), constants, registry, source: onlineWidgetSource(forms) },
    [constants, forms],
  );
  return value ? <WidgetProvider value={value}>{children}</WidgetProvider> : null;
}
