import {
  createTheme,
  type CSSVariablesResolver,
  localStorageColorSchemeManager,
  type VariantColorsResolver,
  defaultVariantColorsResolver,
} from '@mantine/core'
import classes from './theme.module.css'

/** Mantine needs the ten shades as values; everything else comes from tokens.css. */
const turkana = [
  '#e0eeec',
  '#c3dedb',
  '#9ccbc7',
  '#79c9c2',
  '#4ea8a4',
  '#2f8a88',
  '#1d7273',
  '#146567',
  '#0f5a5c',
  '#0a4648',
] as const

const variantColors: VariantColorsResolver = (input) => {
  const { variant, color = input.theme.primaryColor } = input
  const isRed = color === 'red'
  if (variant === 'filled')
    return {
      background: isRed ? 'var(--el-red)' : 'var(--el-primary)',
      hover: isRed ? 'color-mix(in srgb, var(--el-red) 88%, var(--el-ink))' : 'var(--el-primary-hover)',
      color: isRed ? 'var(--el-surface)' : 'var(--el-on-primary)',
      border: '1px solid transparent',
    }
  if (variant === 'default')
    return {
      background: 'var(--el-surface)',
      hover: 'var(--el-hover)',
      color: 'var(--el-ink)',
      border: '1px solid var(--el-edge)',
    }
  if (variant === 'subtle')
    return {
      background: 'transparent',
      hover: isRed ? 'var(--el-red-soft)' : 'var(--el-primary-soft)',
      color: isRed ? 'var(--el-red)' : 'var(--el-primary-ink)',
      border: '1px solid transparent',
    }
  return defaultVariantColorsResolver(input)
}

export const theme = createTheme({
  colors: { turkana },
  primaryColor: 'turkana',
  primaryShade: { light: 8, dark: 3 },
  fontFamily: 'var(--el-font)',
  defaultRadius: 'sm',
  radius: { xs: 'var(--el-r-xs)', sm: 'var(--el-r-sm)', md: 'var(--el-r-md)', lg: 'var(--el-r-lg)' },
  spacing: {
    s1: 'var(--el-s1)',
    s2: 'var(--el-s2)',
    s3: 'var(--el-s3)',
    s4: 'var(--el-s4)',
    s5: 'var(--el-s5)',
  },
  // The sizes of tokens.css, for Text and Title.
  fontSizes: {
    cap: 'var(--el-fs-cap)',
    ui: 'var(--el-fs-ui)',
    body: 'var(--el-fs-body)',
    h3: 'var(--el-fs-h3)',
    h2: 'var(--el-fs-h2)',
  },
  lineHeights: {
    cap: 'var(--el-lh-cap)',
    sm: 'var(--el-lh-sm)',
    ui: 'var(--el-lh-ui)',
    body: 'var(--el-lh-body)',
    h3: 'var(--el-lh-h3)',
    h2: 'var(--el-lh-h2)',
  },
  headings: {
    fontWeight: 'var(--el-fw-head)',
    sizes: {
      h1: { fontSize: 'var(--el-fs-h1)', lineHeight: 'var(--el-lh-h1)' },
      h2: { fontSize: 'var(--el-fs-h2)', lineHeight: 'var(--el-lh-h2)' },
      h3: { fontSize: 'var(--el-fs-h3)', lineHeight: 'var(--el-lh-h3)' },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  variantColorResolver: variantColors,
  // By name, not by `Button.extend`, so that the signed-out page does not load components that it does not use.
  components: {
    Button: { classNames: { root: classes.button } },
    Input: { classNames: { wrapper: classes.inputWrapper, input: classes.input } },
    InputWrapper: { classNames: { label: classes.label, description: classes.help, error: classes.error } },
    Menu: {
      defaultProps: {
        offset: 6,
        transitionProps: { transition: 'fade-down', duration: 180 },
        // Without the placeholder, the first item gets the focus, and the menu contains only items.
        withInitialFocusPlaceholder: false,
      },
      classNames: {
        dropdown: 'el-popup',
        item: classes.menuItem,
        itemSection: classes.menuIcon,
        itemIndicator: classes.menuIcon,
        label: classes.menuLabel,
        divider: classes.menuDivider,
      },
    },
  },
})

/** Sets Mantine's variables from tokens.css, in both schemes, because Mantine sets most of them per scheme. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const colors = {
    '--mantine-color-body': 'var(--el-surface)',
    '--mantine-color-text': 'var(--el-ink)',
    '--mantine-color-dimmed': 'var(--el-ink-3)',
    // The colours of text: c="gray" is secondary text, c="dimmed" captions.
    '--mantine-color-gray-text': 'var(--el-ink-2)',
    '--mantine-color-green-text': 'var(--el-green)',
    '--mantine-color-yellow-text': 'var(--el-amber)',
    '--mantine-color-red-text': 'var(--el-red)',
    // Menu items use these instead of the colours above.
    '--mantine-color-red-6': 'var(--el-red)',
    '--mantine-color-turkana-text': 'var(--el-primary-ink)',
    '--mantine-color-placeholder': 'var(--el-ink-3)',
    '--mantine-color-error': 'var(--el-red)',
    '--mantine-color-anchor': 'var(--el-primary-ink)',
    '--mantine-color-default-border': 'var(--el-edge)',
    '--mantine-color-disabled': 'var(--el-sunken)',
    '--mantine-color-disabled-color': 'var(--el-ink-3)',
    '--mantine-color-disabled-border': 'var(--el-line)',
    '--mantine-primary-color-filled': 'var(--el-primary)',
  }
  return { variables: {}, light: colors, dark: colors }
}

/** Under the key that index.html reads before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'elimu.colorScheme' })
