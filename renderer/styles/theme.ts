// Mantine, made small and calm: one accent, dense controls, the system's font.
import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const petrol: MantineColorsTuple = [
  '#e6f4f6',
  '#d0e8eb',
  '#a5d5db',
  '#8ccbd4',
  '#74c7d2',
  '#3d9aa7',
  '#1c7583',
  '#0a5f6d',
  '#074e5a',
  '#043d47',
];

const dark: MantineColorsTuple = [
  '#e8e7e3',
  '#c9c8c3',
  '#a9a8a2',
  '#6b6d6f',
  '#43464a',
  '#34373a',
  '#262829',
  '#1f2021',
  '#18191a',
  '#101111',
];

/** As warm as the surfaces of tokens.css: Mantine's own greys are blue beside them. */
const gray: MantineColorsTuple = [
  '#f8f8f6',
  '#f0f1ee',
  '#e9e8e4',
  '#e2e1dc',
  '#c9c8c1',
  '#a9a8a2',
  '#6e6d67',
  '#5d5d57',
  '#43433f',
  '#2b2b28',
];

/**
 * The accent's buttons by our tokens: Mantine writes white on the accent, which in the dark theme is a light colour.
 * All pairs keep 4.5:1.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input);
  if (input.color !== undefined && input.color !== 'petrol') return resolved;
  switch (input.variant) {
    case 'filled':
      return { ...resolved, background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--accent-text)' };
    case 'light':
      return { ...resolved, background: 'var(--accent-soft)', hover: 'var(--accent-soft)', color: 'var(--accent)' };
    case 'subtle':
      return { ...resolved, hover: 'var(--hover)', color: 'var(--accent)' };
    default:
      return resolved;
  }
};

export const theme = createTheme({
  colors: { petrol, dark, gray },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  variantColorResolver,
  white: '#ffffff',
  black: '#1e1f1d',
  fontFamily: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  defaultRadius: '5px',
  cursorType: 'default',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs', variant: 'default' } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    Menu: { defaultProps: { shadow: 'md', withinPortal: true, position: 'bottom-start', offset: 4 } },
    Popover: { defaultProps: { shadow: 'md', withinPortal: true, position: 'bottom-start', offset: 4 } },
    Tooltip: { defaultProps: { openDelay: 400, withinPortal: true } },
  },
});
