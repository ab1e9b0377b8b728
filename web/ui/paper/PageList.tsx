import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCameraPlus,
  IconCheck,
  IconFileTypePdf,
  IconPhotoOff,
  IconTrash,
} from '@tabler/icons-react'
import { useRef } from 'react'
import { fileSize } from '../file/fileKind.ts'
import { Message } from '../Message.tsx'
import { focusOnMount } from '../modal/focusOnMount.ts'
import frame from '../modal/ModalFrame.module.css'
import { plural } from '../plural.ts'
import { useUndo } from '../undo/useUndo.tsx'
import { useIsPhone } from '../useIsPhone.ts'
import { FULL, MOST_PAGES, type PageActions, type PaperPage, type Refusal } from './Paper.ts'
import { SafetyHint } from './PageEditor.tsx'
import { PageGrid } from './PageGrid.tsx'
import classes from './PageList.module.css'
import { needsLook } from './pageProblems.ts'
import { PageStrip } from './PageStrip.tsx'
import dialog from './PaperDialog.module.css'
import { PictureInput, useHasCamera } from './PictureInput.tsx'
import type { ChangePages, Safety } from './usePaper.ts'

type PageListProps = Pick<PageActions, 'pages' | 'onTurn' | 'onCorners'> & {
  safety: Safety
  /** Which of the chosen pictures is being read. */
  reading: { number: number; of: number } | undefined
  refusal: Refusal | undefined
  hasFailed: boolean
  change: ChangePages
  onAdd: (photos: File[]) => void
  onUse: () => void
}

/** All pages, in their order. */
export function PageList(props: PageListProps) {
  const { pages, safety, reading, refusal, hasFailed, change, onAdd } = props
  const { onTurn, onCorners, onUse } = props
  const isPhone = useIsPhone()
  const hasCamera = useHasCamera()
  const camera = useRef<HTMLInputElement>(null)
  const pictures = useRef<HTMLInputElement>(null)
  const undo = useUndo()
  const unseen = pages.find(needsLook)
  const isFull = pages.length >= MOST_PAGES
  const size = pages.reduce((sum, { sheet }) => sum + (sheet?.jpeg.size ?? 0), 0)

  const move = (from: number, to: number) =>
    change((now) => {
      const [page] = now.slice(from, from + 1)
      return page && to >= 0 && to < now.length ? now.toSpliced(from, 1).toSpliced(to, 0, page) : now
    })
  const remove = (page: PaperPage) => {
    const index = pages.indexOf(page)
    change((now) => now.filter(({ id }) => id !== page.id))
    undo.offer({
      icon: IconTrash,
      done: `Page ${index + 1} was removed.`,
      undo: () => change((now) => (now.length < MOST_PAGES ? now.toSpliced(index, 0, page) : now)),
    })
  }
  const list: PageActions = {
    pages,
    isReading: reading !== undefined,
    onTurn,
    onCorners,
    move,
    remove,
    isFull,
    onNext: () => (hasCamera ? camera : pictures).current?.click(),
    onPictures: () => pictures.current?.click(),
  }
  const fits = isFull ? `${MOST_PAGES} of ${MOST_PAGES} pages` : `${MOST_PAGES - pages.length} more pages fit`
  const notices = (
    <>
      {refusal && (
        <Message tone="note" icon={IconPhotoOff}>
          <b>{refusal.title}</b> {refusal.advice}
        </Message>
      )}
      {hasFailed && (
        <Message tone="bad">A page could not be straightened. Close other apps, then try again.</Message>
      )}
      {(safety === 'full' || safety === 'refused') && <SafetyHint safety={safety} />}
      {reading && (
        <output className="el-sm el-ink-2">
          {reading.of > 1 ? `Reading picture ${reading.number} of ${reading.of} …` : 'Reading the picture …'}
        </output>
      )}
    </>
  )
  return (
    <>
      {isPhone ? (
        <PageStrip {...list} notices={notices} />
      ) : (
        <div className={frame.body}>
          <div className={classes.notices}>{notices}</div>
          <PageGrid {...list} />
        </div>
      )}
      <div className={`${frame.foot} ${dialog.listFoot}`}>
        <p className={`${frame.hint} ${classes.size}`}>
          {!isPhone && <IconFileTypePdf size={18} aria-hidden />}
          <span>
            <b>{fileSize(size)}</b> so far{!isPhone && '. '}
          </span>
          <span>
            {fits}
            {!isPhone && '.'}
          </span>
        </p>
        {unseen && (
          <Button
            disabled={reading !== undefined}
            leftSection={<IconAlertTriangle size={18} aria-hidden />}
            onClick={() => onCorners(unseen)}
          >
            Look at page {pages.indexOf(unseen) + 1}
          </Button>
        )}
        {isPhone && (
          <Button
            variant="default"
            disabled={isFull || reading !== undefined}
            leftSection={<IconCameraPlus size={18} aria-hidden />}
            onClick={list.onNext}
          >
            Next page
          </Button>
        )}
        {isPhone && isFull && <p className="el-sm el-ink-2">{FULL}</p>}
        {undo.bar}
        <Button
          ref={focusOnMount}
          variant={unseen ? 'default' : 'filled'}
          disabled={pages.length === 0 || reading !== undefined}
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={onUse}
        >
          Use {plural(pages.length, 'page')}
        </Button>
        <PictureInput ref={camera} isCamera onFiles={onAdd} />
        <PictureInput ref={pictures} onFiles={onAdd} />
      </div>
    </>
  )
}
