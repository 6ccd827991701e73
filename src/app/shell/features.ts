/**
 * Features are plug-ins: screens that no form definition describes, and components for sections that ask for one by name.
 * `main.tsx` puts the list together; screens and menus ask the context, so nothing below knows which features there are.
 */
import { type ComponentType, createContext, useContext, useMemo } from 'react';
import type { SectionNode } from '../../core/definitions/types.ts';
import type { SectionComponent } from '../widgets/sectionComponent.ts';

export interface FeatureRoute {
  /** As React Router writes it. */
  path: string;
  Screen: ComponentType;
  /** Anybody may open it, without a login. */
  isPublic?: true;
}

export interface Feature {
  routes?: readonly FeatureRoute[];
  /** By the name a definition gives in `drawing`. */
  sections?: Readonly<Record<string, SectionComponent>>;
}

export const FeaturesContext = createContext<readonly Feature[]>([]);

/** Paths of the features' screens; menus show an entry only when its path leads somewhere. */
export function useFeaturePaths(): readonly string[] {
  const features = useContext(FeaturesContext);
  return useMemo(() => features.flatMap(({ routes = [] }) => routes.map(({ path }) => path)), [features]);
}

/** The component a definition asks for; undefined where the fields are drawn one after the other. */
export function useSectionComponent(): (section: SectionNode) => SectionComponent | undefined {
  const features = useContext(FeaturesContext);
  return ({ def }) => {
    const name = def.drawing;
    return name === undefined ? undefined : features.find(({ sections }) => sections?.[name])?.sections?.[name];
  };
}
