import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('/web/**/*.tsx', { query: '?raw', import: 'default', eager: true })

test('ModalFrame renders the head and the Close button of every dialog except the gallery viewer', () => {
  const drawn = Object.entries(sources).filter(([, text]) =>
    /import \{[^}]*\bModal\b[^}]*\} from '@mantine/.test(text),
  )
  expect(drawn.map(([file]) => file).toSorted()).toEqual([
    '/web/gallery/journey/viewer/MediaViewer.tsx',
    '/web/ui/modal/ModalFrame.tsx',
  ])
})
