import { createStore, delMany, entries, getMany, keys, setMany, type UseStore } from 'idb-keyval'
import { fromStored, type StoredFile, type StoreFailure, storeFailure, toStored } from '../storedFile.ts'
import type { Paper, PaperPage } from './Paper.ts'

/** How long pages that nobody saves stay on this device. */
const MOST_AGE_MS = 30 * 86_400_000

type StoredPage = Omit<PaperPage, 'photo' | 'sheet'> & {
  sheet?: Omit<NonNullable<PaperPage['sheet']>, 'jpeg'>
}
/** Photographs and sheets are stored separately, so that a change of one page does not write the others again. */
type StoredPaper = { photographedAt: string; pages: StoredPage[] }
type Part = StoredPaper | Blob
/** A part as it is stored; earlier versions stored Blobs. */
type StoredPart = StoredPaper | StoredFile | Blob

/** Opened at first use, because a private window may refuse storage. */
const papers = () => (opened ??= createStore('elimu.papers', 'papers'))
let opened: UseStore | undefined

const startOf = (user: number) => `${user} `
const keyOf = (user: number, place: string) => `${startOf(user)}${place}`
const photoKey = (key: string, { id }: Pick<PaperPage, 'id'>) => `${key} ${id} photo`
const sheetKey = (key: string, { id }: Pick<PaperPage, 'id'>) => `${key} ${id} sheet`

/** The photographed pages of one field of a user's form, on this device only. */
export function paperStoreOf(user: number, place: string) {
  const key = keyOf(user, place)
  return {
    async read(): Promise<Paper | undefined> {
      try {
        return await readPaper(key)
      } catch {
        return undefined
      }
    },
    /** Stores what has changed. Returns why the browser could not store it. */
    async write(paper: Paper, before: Paper | undefined): Promise<StoreFailure | undefined> {
      const [written, gone] = changedParts(key, paper, before)
      try {
        const store = papers()
        await setMany(await Promise.all(written.map(storedPart)), store)
        if (gone.length > 0) await delMany(gone, store)
        return undefined
      } catch (error) {
        return storeFailure(error)
      }
    },
    remove: () => removeStarting(key),
  }
}

export type PaperStore = ReturnType<typeof paperStoreOf>

/** Whether this device has photographed pages of a user. */
export async function hasPapers(user: number): Promise<boolean> {
  await removeOldPapers()
  try {
    return (await keys<string>(papers())).some((key) => key.startsWith(startOf(user)))
  } catch {
    return false
  }
}

/** Removes the pages of all users that are too old. */
export async function removeOldPapers(): Promise<void> {
  try {
    for (const [key, part] of await entries<string, StoredPart>(papers()))
      if (isPaper(part) && isOld(part)) await removeStarting(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Removes a user's pages from this device, at logout. */
export const removePapers = (user: number): Promise<void> => removeStarting(startOf(user))

async function removeStarting(start: string): Promise<void> {
  try {
    const all = await keys<string>(papers())
    await delMany(
      all.filter((key) => key === start || key.startsWith(start.endsWith(' ') ? start : `${start} `)),
      papers(),
    )
  } catch {
    // Without storage there is nothing to remove.
  }
}

async function readPaper(key: string): Promise<Paper | undefined> {
  const [paper] = await getMany<StoredPaper | undefined>([key], papers())
  if (!paper || isOld(paper)) return undefined
  const photos = await getMany<StoredFile | Blob | undefined>(
    paper.pages.map((page) => photoKey(key, page)),
    papers(),
  )
  const sheets = await getMany<StoredFile | Blob | undefined>(
    paper.pages.map((page) => sheetKey(key, page)),
    papers(),
  )
  const pages = paper.pages.flatMap(({ sheet, ...page }, index): PaperPage[] => {
    const [photo, jpeg] = [photos[index], sheets[index]]
    if (!photo) return []
    const made = sheet && jpeg && { ...sheet, jpeg: fromStored(jpeg) }
    return [{ ...page, photo: fromStored(photo), sheet: made }]
  })
  return pages.length > 0 ? { photographedAt: paper.photographedAt, pages } : undefined
}

function changedParts(key: string, paper: Paper, before: Paper | undefined): [[string, Part][], string[]] {
  const known = new Map(before?.pages.map((page) => [page.id, page]))
  const written: [string, Part][] = []
  for (const page of paper.pages) {
    const former = known.get(page.id)
    if (page.photo !== former?.photo) written.push([photoKey(key, page), page.photo])
    if (page.sheet && page.sheet !== former?.sheet) written.push([sheetKey(key, page), page.sheet.jpeg])
  }
  written.push([key, { photographedAt: paper.photographedAt, pages: paper.pages.map(withoutFiles) }])
  const kept = new Set(paper.pages.map(({ id }) => id))
  const removed = [...known.values()].filter(({ id }) => !kept.has(id))
  return [written, removed.flatMap((page) => [photoKey(key, page), sheetKey(key, page)])]
}

const storedPart = async ([key, part]: [string, Part]): Promise<[string, StoredPart]> => [
  key,
  part instanceof Blob ? await toStored(part) : part,
]

function withoutFiles({ photo: _photo, sheet, ...page }: PaperPage): StoredPage {
  if (!sheet) return page
  const { jpeg: _jpeg, ...facts } = sheet
  return { ...page, sheet: facts }
}

const isPaper = (part: StoredPart): part is StoredPaper => 'pages' in part
const isOld = ({ photographedAt }: StoredPaper) => Date.now() - Date.parse(photographedAt) > MOST_AGE_MS
