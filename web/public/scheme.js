// Sets the colour scheme before the first paint; a script of its own, because the page allows no inline ones.
// The key and the attribute are those of web/app/theme.ts.
{
  const choice = localStorage.getItem('elimu.colorScheme') ?? 'auto'
  const isDark = choice === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : choice === 'dark'
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
}
