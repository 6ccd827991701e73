/**
 * Features are plug-ins: screens that no form definition describes, and components for sections that name one. `main.tsx`
 * gets the list from `features/index.ts`. Screens and menus read the context, so nothing else depends on a feature.
 */

import { type ComponentType, createContext, useContext, useMemo } from 'react';
import type { SectionNode } from '../../core/definitions/types.ts';
import { getOwn } from '../../core/json.ts';
import type { SectionComponent } from '../widgets/sectionComponent.ts';

export interface FeatureRoute {
  /** A path of React Router. */
  path: string;
  Screen: ComponentType;
  /** True if the screen opens without a login. */
  isPublic?: true;
  /** What visitors who are not logged in get in place of the screen, instead of the login. */
  Visitors?: ComponentType;
  /** True if the screen is a task that fills the window, without menu and footer. */
  isTask?: true;
  /** True if the screen shows nothing but charts or a map. Offline mode says so. */
  isChart?: true;
  /** True if the screen reads the data source only, or this device. Others ask for online mode. */
  worksOffline?: true;
}

export interface Feature {
  /** The start page of visitors who are not logged in, in place of the login. */
  Start?: ComponentType;
  /** A section of the settings screen. */
  settings?: { id: string; Section: ComponentType };
  routes?: readonly FeatureRoute[];
  /** By the name that a definition gives in `drawing`. */
  sections?: Readonly<Record<string, SectionComponent>>;
}

export const FeaturesContext = createContext<readonly Feature[]>([]);

/** Returns the paths of the features' screens. Menus show an entry only if its path leads to a screen. */
export function useFeaturePaths(): readonly string[] {
  const features = useContext(FeaturesContext);
  return useMemo(() => features.flatMap(({ routes = [] }) => routes.map(({ path }) => path)), [features]);
}

/** Returns the component that a section names; undefined if its fields are rendered one after the other. */
export function useSectionComponent(): (section: SectionNode) => SectionComponent | undefined {
  const features = useContext(FeaturesContext);
  return ({ def }) => {
    const name = def.drawing;
    return name === undefined
      ? undefined
      : getOwn(features.find(({ sections }) => getOwn(sections, name))?.sections, name);
  };
}
