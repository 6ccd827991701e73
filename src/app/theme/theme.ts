/**
 * The theme: lapis for the frame and controls, saffron only as an accent, a warm paper colour behind the content. Controls
 * are 36 px high, 44 px for touch and on narrow screens (page.css sets `--control`).
 */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const lapis: MantineColorsTuple = [
  '#eef5f8',
  '#dbe9ef',
  '#b4d2dd',
  '#88b8c9',
  '#5f9fb5',
  '#3f88a1',
  '#2a738c',
  '#1a5f77',
  '#114b60',
  '#0b3b4c',
];
const saffron: MantineColorsTuple = [
  '#fff6e6',
  '#fbe9cc',
  '#f4d29c',
  '#edba67',
  '#e8a13c',
  '#d98c20',
  '#b97214',
  '#955a0d',
  '#74450a',
  '#573306',
];
/** Dark surfaces have a hint of lapis, so that both colour schemes look related. */
const dark: MantineColorsTuple = [
  '#d5dde1',
  '#b3bfc5',
  '#93a2aa',
  '#6b7c85',
  '#43535c',
  '#34434c',
  '#27343c',
  '#1b262d',
  '#141d23',
  '#0e161b',
];

/** Text shades are darker than usual, for a contrast of 4.5 to 1 on paper. */
const red: MantineColorsTuple = [
  '#fdecea',
  '#fbd9d5',
  '#f4b0a9',
  '#ea8379',
  '#de5d51',
  '#d04438',
  '#c0352a',
  '#ae271d',
  '#8c1d18',
  '#6b1410',
];
const orange: MantineColorsTuple = [
  '#fff4e3',
  '#fce6c8',
  '#f6cb91',
  '#efae57',
  '#e69329',
  '#cf7b12',
  '#ab630b',
  '#7d4707',
  '#653905',
  '#4c2a03',
];
const teal: MantineColorsTuple = [
  '#e6f6f3',
  '#cdece7',
  '#9bd8cf',
  '#64c3b5',
  '#36b09f',
  '#17998a',
  '#0d7d71',
  '#0a665c',
  '#085249',
  '#053b35',
];
/** Borders of inputs have a contrast of 3 to 1. */
const gray: MantineColorsTuple = [
  '#f6f7f7',
  '#eceeef',
  '#dfe3e5',
  '#cdd3d6',
  '#828d93',
  '#727d83',
  '#626d73',
  '#4c575d',
  '#384248',
  '#222b30',
];

const control = { styles: { input: { minHeight: 'var(--control)' } } };

export const theme = createTheme({
  colors: { lapis, saffron, dark, red, orange, teal, gray },
  primaryColor: 'lapis',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: "'Vazirmatn Variable', 'Noto Sans Arabic', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: 'var(--line-tight)' },
      h2: { fontSize: '1.125rem', lineHeight: 'var(--line-tight)' },
      h3: { fontSize: '1rem', lineHeight: 'var(--line-tight)' },
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: 'var(--line)', sm: 'var(--line)', md: 'var(--line)', lg: 'var(--line)', xl: 'var(--line)' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '20px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Components by name, not imported, so that the theme does not add them to the first load.
  components: {
    Button: { styles: { root: { minHeight: 'var(--control)' }, label: { overflow: 'visible' } } },
    ActionIcon: {
      defaultProps: { variant: 'subtle' },
      styles: { root: { minHeight: 'var(--control)', minWidth: 'var(--control)' } },
    },
    Input: control,
    TextInput: control,
    Textarea: control,
    PasswordInput: control,
    NativeSelect: control,
  },
});

/** Variables for CSS modules. The colour schemes differ only here. */
export const variables: CSSVariablesResolver = () => ({
  variables: {
    '--frame': '#0b3b4c',
    '--frame-text': '#eef5f8',
    '--frame-muted': '#b4d2dd',
    '--accent': '#e8a13c',
  },
  light: {
    '--mantine-color-body': '#f7f5f0',
    '--mantine-color-text': '#1d2a30',
    '--mantine-color-dimmed': '#56646b',
    '--mantine-color-placeholder': '#66747b',
    '--mantine-color-anchor': '#1a5f77',
    '--surface': '#ffffff',
    '--surface-sunken': '#f1eee7',
    '--line-color': '#e0dbd0',
    '--line-strong': '#8a949a',
    '--mantine-color-default-border': '#8a949a',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-disabled': '#e9e6df',
    '--mantine-color-disabled-color': '#56646b',
    '--row-hover': '#f3f8fa',
    '--row-selected': '#e3eff4',
    '--tone-gray-bg': '#eceae5',
    '--tone-gray-text': '#434d52',
    '--tone-blue-bg': '#dcebf6',
    '--tone-blue-text': '#114a75',
    '--tone-orange-bg': '#fbe9cc',
    '--tone-orange-text': '#74450a',
    '--tone-green-bg': '#dcf0e2',
    '--tone-green-text': '#14532d',
    '--tone-red-bg': '#fbe0dd',
    '--tone-red-text': '#8c1d18',
    '--tone-yellow-bg': '#faf0c4',
    '--tone-yellow-text': '#5f4a05',
    '--tone-teal-bg': '#d4efeb',
    '--tone-teal-text': '#0b4f49',
  },
  dark: {
    '--mantine-color-body': '#10181d',
    '--mantine-color-text': '#dde5e9',
    '--mantine-color-dimmed': '#9fb0b8',
    '--mantine-color-placeholder': '#93a2aa',
    '--mantine-color-anchor': '#88c4da',
    '--surface': '#182228',
    '--surface-sunken': '#131c21',
    '--line-color': '#2b3a42',
    '--line-strong': '#6b7c85',
    '--mantine-color-default-border': '#6b7c85',
    '--mantine-color-error': '#ff9b92',
    '--mantine-color-disabled': '#243036',
    '--mantine-color-disabled-color': '#9fb0b8',
    '--row-hover': '#1d2a31',
    '--row-selected': '#1f3540',
    '--tone-gray-bg': '#2c373d',
    '--tone-gray-text': '#d0d8dc',
    '--tone-blue-bg': '#143450',
    '--tone-blue-text': '#b9dcf7',
    '--tone-orange-bg': '#4a2f0b',
    '--tone-orange-text': '#f8d9a6',
    '--tone-green-bg': '#123a22',
    '--tone-green-text': '#b6e6c6',
    '--tone-red-bg': '#4d1814',
    '--tone-red-text': '#ffc9c4',
    '--tone-yellow-bg': '#40360a',
    '--tone-yellow-text': '#f3e39c',
    '--tone-teal-bg': '#0d3a36',
    '--tone-teal-text': '#aee6df',
  },
});
