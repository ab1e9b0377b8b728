import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('/web/**/*.tsx', { query: '?raw', import: 'default', eager: true })

test('one place draws the head and the Close of every dialog, beside the viewer of the gallery', () => {
  const drawn = Object.entries(sources).filter(([, text]) =>
    /import \{[^}]*\bModal\b[^}]*\} from '@mantine/.test(text),
  )
  expect(drawn.map(([file]) => file).toSorted()).toEqual([
    '/web/gallery/journey/viewer/MediaViewer.tsx',
    '/web/ui/modal/ModalFrame.tsx',
  ])
})
