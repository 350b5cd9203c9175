// Mantine, made small and calm: one accent, dense controls, the system's font.
import { createTheme, type MantineColorsTuple } from '@mantine/core';

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

export const theme = createTheme({
  colors: { petrol, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
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
    Select: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    Menu: { defaultProps: { shadow: 'md', withinPortal: true, position: 'bottom-start', offset: 4 } },
    Popover: { defaultProps: { shadow: 'md', withinPortal: true, position: 'bottom-start', offset: 4 } },
    Tooltip: { defaultProps: { openDelay: 400, withinPortal: true } },
  },
});
