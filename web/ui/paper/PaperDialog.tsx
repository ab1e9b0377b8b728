import { useEffect, useRef, useState } from 'react'
import { imageFile, refusalOfPhone } from '#contract/base/files.ts'
import { isHeic } from '../file/fileKind.ts'
import { newIdempotencyKey } from '../modal/idempotencyKey.ts'
import { ModalFrame } from '../modal/ModalFrame.tsx'
import { useModalLife } from '../modal/useModalLife.ts'
import { plural } from '../plural.ts'
import { useIsPhone } from '../useIsPhone.ts'
import { MOST_PAGES, type PaperPage, type PaperTarget, type Refusal } from './Paper.ts'
import { createPaperReader, type PaperReader } from './paperReader.ts'
import { PageEditor } from './PageEditor.tsx'
import { PageList } from './PageList.tsx'
import { useHasCamera } from './PictureInput.tsx'
import type { ChangePages, Safety } from './usePaper.ts'

type PaperDialogProps = {
  target: PaperTarget
  pages: PaperPage[]
  change: ChangePages
  safety: Safety
  /** The pictures that it opens with; none to edit the existing pages. */
  chosen: File[]
  /** Makes the PDF. */
  onUse: () => void
  onClose: () => void
}

/** Photographed pages: their corners, colours and order. Every change is stored at once, so that closing loses nothing. */
export function PaperDialog(props: PaperDialogProps) {
  const { target, pages, change, safety, chosen, onUse, onClose } = props
  const life = useModalLife(onClose)
  const isPhone = useIsPhone()
  const hasCamera = useHasCamera()
  const [reader] = useState(createPaperReader)
  useEffect(() => reader.close, [reader])
  const [openId, setOpenId] = useState<string>()
  const [isPreview, setIsPreview] = useState(false)
  const { add, reading, refusal } = useAddPhotos(reader, pages, change, (id) => {
    setIsPreview(false)
    setOpenId(id)
  })
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    if (chosen.length > 0) void add(chosen)
  }, [add, chosen])
  const hasFailed = useSheets(reader, reading ? [] : pages, openId, change)

  const number = pages.findIndex(({ id }) => id === openId) + 1
  const page = pages[number - 1]
  const update = (id: string, changes: Partial<PaperPage>) =>
    change((now) => now.map((each) => (each.id === id ? { ...each, ...changes } : each)))
  const title = page
    ? `Page ${number}${isPhone && isPreview ? ', straightened' : ''}`
    : pages.length > 0
      ? plural(pages.length, 'page')
      : hasCamera
        ? 'Photograph the paper'
        : 'Use pictures'
  const about = [target.what, target.about].filter(Boolean).join(', ')
  return (
    <ModalFrame
      life={life}
      title={title}
      subtitle={page || isPhone || pages.length === 0 ? about : `${about}. ${HOW_TO_MOVE}`}
      shape="large"
    >
      {page && !reading ? (
        <PageEditor
          key={page.id}
          page={page}
          safety={safety}
          hasFailed={hasFailed}
          isPreview={isPreview}
          onPreview={setIsPreview}
          onChange={(changes) => update(page.id, { ...changes, sheet: undefined })}
          onFindAgain={async () => {
            const { corners, problem } = await reader.read(page.id, page.photo)
            update(page.id, { corners, cornersProblem: problem, isLookedAt: false, sheet: undefined })
          }}
          onTakeAgain={(file) => void add([file], page.id)}
          onUse={() => {
            update(page.id, { isLookedAt: true })
            setOpenId(undefined)
          }}
        />
      ) : (
        <PageList
          pages={pages}
          safety={safety}
          reading={reading}
          refusal={refusal}
          hasFailed={hasFailed}
          change={change}
          onAdd={(files) => void add(files)}
          onTurn={({ id, turns }) =>
            update(id, { turns: (turns + 1) % 4, isLookedAt: false, sheet: undefined })
          }
          onCorners={({ id }) => {
            setIsPreview(false)
            setOpenId(id)
          }}
          onUse={() => {
            onUse()
            life.close()
          }}
        />
      )}
    </ModalFrame>
  )
}

const HOW_TO_MOVE = 'Drag a page to move it, or use Tab and the arrow keys.'

const NO_PICTURE: Refusal = {
  title: 'This file is not a picture.',
  advice: 'Choose a JPEG or PNG picture.',
}

/** Adds photographs as pages, or one in place of a page. If there is only one, `onOne` is called with its page. */
function useAddPhotos(
  reader: PaperReader,
  pages: PaperPage[],
  change: ChangePages,
  onOne: (id: string) => void,
) {
  const [reading, setReading] = useState<{ number: number; of: number }>()
  const [refusal, setRefusal] = useState<Refusal>()
  const add = async (files: File[], replaced?: string) => {
    setRefusal(undefined)
    const taken = files.slice(0, MOST_PAGES - pages.length + (replaced ? 1 : 0))
    for (const [index, file] of taken.entries()) {
      setReading({ number: index + 1, of: taken.length })
      try {
        const page = await readPage(reader, file, taken.length > 1)
        change((now) => {
          const isColour = now.at(-1)?.isColour ?? false
          const own = isColour === page.isColour ? page : { ...page, isColour, sheet: undefined }
          return replaced ? now.map((each) => (each.id === replaced ? own : each)) : [...now, own]
        })
        if (taken.length === 1) onOne(page.id)
      } catch {
        setRefusal(isHeic(file) ? { title: refusalOfPhone(imageFile), advice: '' } : NO_PICTURE)
      }
    }
    setReading(undefined)
    if (files.length > taken.length)
      setRefusal({
        title: `Only ${plural(taken.length, 'picture')} of ${files.length} were added.`,
        advice: `A PDF has at most ${MOST_PAGES} pages.`,
      })
  }
  return { add, reading, refusal }
}

/** Each of several pictures is also straightened now, while it is in memory. */
async function readPage(reader: PaperReader, photo: File, isStraightened: boolean): Promise<PaperPage> {
  const id = newIdempotencyKey()
  const { size, corners, problem } = await reader.read(id, photo)
  const page: PaperPage = { id, photo, size, corners, turns: 0, isColour: false, cornersProblem: problem }
  return isStraightened ? { ...page, sheet: await reader.straighten(id, photo, page) } : page
}

/** Waits for more changes, such as further arrow keys. */
const STRAIGHTEN_AFTER_MS = 150

/** Straightens the pages that have changed, the open one first. Returns whether it failed. */
function useSheets(
  reader: PaperReader,
  pages: PaperPage[],
  openId: string | undefined,
  change: ChangePages,
): boolean {
  const [failed, setFailed] = useState<PaperPage>()
  const next = pages.find(({ id, sheet }) => id === openId && !sheet) ?? pages.find(({ sheet }) => !sheet)
  const newestChange = useRef(change)
  useEffect(() => {
    newestChange.current = change
  })
  useEffect(() => {
    if (!next || next === failed) return undefined
    let isCurrent = true
    const straighten = async () => {
      try {
        const sheet = await reader.straighten(next.id, next.photo, next)
        // Ignores the sheet of a page that has changed since: it is straightened again.
        if (isCurrent)
          newestChange.current((now) => now.map((page) => (page === next ? { ...page, sheet } : page)))
      } catch {
        if (isCurrent) setFailed(next)
      }
    }
    const timer = setTimeout(() => void straighten(), STRAIGHTEN_AFTER_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [next, failed, reader])
  return next !== undefined && next === failed
}
