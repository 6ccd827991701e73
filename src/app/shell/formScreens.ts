/** The form screen and the gallery, loaded when first opened. */
import { type ComponentType, lazy } from 'react';
import type { FormEntry } from '../data/types.ts';

export interface FormScreenProps {
  entry: FormEntry;
  mode: 'create' | 'edit';
  id?: string;
  parent?: string;
}

const files = import.meta.glob<{ default: ComponentType<never> }>(
  '../screens/{form/FormScreen,gallery/GalleryScreen}.tsx',
);

function load<P>(path: string) {
  return lazy(async () => {
    const file = files[path];
    if (!file) throw new Error(`no screen ${path}`);
    return (await file()) as unknown as { default: ComponentType<P> };
  });
}

export const FormScreen = load<FormScreenProps>('../screens/form/FormScreen.tsx');
export const GalleryScreen = load<object>('../screens/gallery/GalleryScreen.tsx');
