import { deviceStore } from '../device/deviceStore.ts'
import { type StoreFailure, storeFailure } from '../device/storedValue.ts'
import type { Paper, PaperPage } from './Paper.ts'

type StoredPage = Omit<PaperPage, 'photo' | 'sheet'> & {
  sheet?: Omit<NonNullable<PaperPage['sheet']>, 'jpeg'>
}
/** Photographs and sheets are parts, so that a change of one page does not write the others again. */
type StoredPaper = { photographedAt: string; pages: StoredPage[] }

const papersOf = (user: number) => deviceStore<StoredPaper>('papers', { owner: user })

const photoOf = ({ id }: Pick<PaperPage, 'id'>) => `${id} photo`
const sheetOf = ({ id }: Pick<PaperPage, 'id'>) => `${id} sheet`

/** The photographed pages of one field of a user's form, on this device only. */
export function paperStoreOf(user: number, key: string) {
  const papers = papersOf(user)

  async function readPaper(): Promise<Paper | undefined> {
    const paper = await papers.read(key)
    if (!paper) return undefined
    const photos = await papers.readParts<Blob>(key, paper.pages.map(photoOf))
    const sheets = await papers.readParts<Blob>(key, paper.pages.map(sheetOf))
    const pages = paper.pages.flatMap(({ sheet, ...page }, index): PaperPage[] => {
      const [photo, jpeg] = [photos[index], sheets[index]]
      return photo ? [{ ...page, photo, sheet: sheet && jpeg && { ...sheet, jpeg } }] : []
    })
    return pages.length > 0 ? { photographedAt: paper.photographedAt, pages } : undefined
  }

  return {
    read: () => readPaper().catch(() => undefined),
    /** Stores what has changed. Returns why the browser could not store it. */
    async write(paper: Paper, before: Paper | undefined): Promise<StoreFailure | undefined> {
      const { photographedAt, pages } = paper
      const value = { photographedAt, pages: pages.map(withoutFiles) }
      try {
        await papers.write(key, value, { at: Date.parse(photographedAt), ...changedParts(paper, before) })
        return undefined
      } catch (error) {
        return storeFailure(error)
      }
    },
    // Without storage there is nothing to remove.
    remove: () => papers.remove(key).catch(() => undefined),
  }
}

/** Whether this device has photographed pages of a user. */
export const hasPapers = async (user: number): Promise<boolean> =>
  (
    await papersOf(user)
      .all()
      .catch(() => [])
  ).length > 0

function changedParts(paper: Paper, before: Paper | undefined) {
  const known = new Map(before?.pages.map((page) => [page.id, page]))
  const parts: Record<string, Blob> = {}
  for (const page of paper.pages) {
    const former = known.get(page.id)
    if (page.photo !== former?.photo) parts[photoOf(page)] = page.photo
    if (page.sheet && page.sheet !== former?.sheet) parts[sheetOf(page)] = page.sheet.jpeg
  }
  const kept = new Set(paper.pages.map(({ id }) => id))
  const removed = [...known.values()].filter(({ id }) => !kept.has(id))
  return { parts, gone: removed.flatMap((page) => [photoOf(page), sheetOf(page)]) }
}

function withoutFiles({ photo: _photo, sheet, ...page }: PaperPage): StoredPage {
  if (!sheet) return page
  const { jpeg: _jpeg, ...facts } = sheet
  return { ...page, sheet: facts }
}
