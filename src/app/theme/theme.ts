/**
 * The theme: lapis for the frame and controls, saffron only as an accent, a warm paper colour behind the content. Sizes of text,
 * distances, radii and shadows are those of tokens.css, so that Mantine's components and our own agree.
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

const small = { fontSize: 'var(--text-small)', lineHeight: 'var(--line)' };
const control = { styles: { input: { minHeight: 'var(--control)' } } };

export const mantineTheme = createTheme({
  colors: { lapis, saffron, dark, red, orange, teal, gray },
  primaryColor: 'lapis',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: "'Vazirmatn Variable', 'Noto Sans Arabic', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  headings: {
    fontWeight: 'var(--weight-title)',
    sizes: {
      h1: { fontSize: 'var(--text-title)', lineHeight: 'var(--line-tight)' },
      h2: { fontSize: 'var(--text-heading)', lineHeight: 'var(--line-tight)' },
      h3: { fontSize: 'var(--text-heading)', lineHeight: 'var(--line-tight)' },
    },
  },
  fontSizes: {
    xs: 'var(--text-small)',
    sm: 'var(--text-body)',
    md: 'var(--text-body)',
    lg: 'var(--text-heading)',
    xl: 'var(--text-title)',
  },
  lineHeights: { xs: 'var(--line)', sm: 'var(--line)', md: 'var(--line)', lg: 'var(--line)', xl: 'var(--line)' },
  spacing: {
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-5)',
    xl: 'var(--space-6)',
  },
  radius: {
    xs: 'var(--radius-control)',
    sm: 'var(--radius-control)',
    md: 'var(--radius-control)',
    lg: 'var(--radius-card)',
    xl: 'var(--radius-card)',
  },
  shadows: {
    xs: 'var(--shadow-menu)',
    sm: 'var(--shadow-menu)',
    md: 'var(--shadow-menu)',
    lg: 'var(--shadow-dialog)',
    xl: 'var(--shadow-dialog)',
  },
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
    InputWrapper: { styles: { description: small, error: small } },
    // As the boxes of our own: round ones are taken for radio buttons.
    Checkbox: { defaultProps: { radius: 0 } },
    Radio: {
      styles: { body: { alignItems: 'center' }, label: { minHeight: 'var(--control)', alignContent: 'center' } },
    },
    Badge: { styles: { root: { fontSize: 'var(--text-small)', textTransform: 'none' } } },
  },
});

/** Tints of Mantine that are those of the tones. */
const tints = {
  '--mantine-color-gray-light': 'var(--tone-gray-bg)',
  '--mantine-color-blue-light': 'var(--tone-blue-bg)',
  '--mantine-color-blue-light-color': 'var(--tone-blue-text)',
};

/** Variables for CSS modules. The colour schemes differ only here. */
export const cssVariables: CSSVariablesResolver = () => ({
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
    ...tints,
    '--tone-gray-bg': '#eceae5',
    '--tone-gray-text': '#434d52',
    '--tone-blue-bg': '#dcebf6',
    '--tone-blue-text': '#114a75',
    '--tone-orange-bg': '#fbe9cc',
    '--tone-orange-text': '#74450a',
    '--tone-green-bg': '#dcf0e2',
    '--tone-green-text': '#14532d',
    '--tone-green-bar': '#3f9d6b',
    '--tone-red-bg': '#fbe0dd',
    '--tone-red-text': '#8c1d18',
    '--tone-red-bar': '#c0352a',
    '--tone-yellow-bg': '#faf0c4',
    '--tone-yellow-text': '#5f4a05',
    '--tone-yellow-bar': '#b98900',
    '--tone-teal-bg': '#d4efeb',
    '--tone-teal-text': '#0b4f49',
    '--tone-teal-bar': '#0b6e64',
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
    ...tints,
    '--tone-gray-bg': '#2c373d',
    '--tone-gray-text': '#d0d8dc',
    '--tone-blue-bg': '#143450',
    '--tone-blue-text': '#b9dcf7',
    '--tone-orange-bg': '#4a2f0b',
    '--tone-orange-text': '#f8d9a6',
    '--tone-green-bg': '#123a22',
    '--tone-green-text': '#b6e6c6',
    '--tone-green-bar': '#7cc796',
    '--tone-red-bg': '#4d1814',
    '--tone-red-text': '#ffc9c4',
    '--tone-red-bar': '#ee7d72',
    '--tone-yellow-bg': '#40360a',
    '--tone-yellow-text': '#f3e39c',
    '--tone-yellow-bar': '#e3bd4a',
    '--tone-teal-bg': '#0d3a36',
    '--tone-teal-text': '#aee6df',
    '--tone-teal-bar': '#4fb8ab',
  },
});
