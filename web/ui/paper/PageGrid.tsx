import {
  IconCameraPlus,
  IconCrop,
  IconGripVertical,
  IconRotateClockwise2,
  IconTrash,
} from '@tabler/icons-react'
import { IconButton } from '../IconButton.tsx'
import { arrowsOf, PageButton, PagePicture } from './PageButton.tsx'
import classes from './PageList.module.css'
import { FULL, MOST_PAGES, type PageActions } from './Paper.ts'
import { useHasCamera } from './PictureInput.tsx'
import { usePageDrag } from './usePageDrag.tsx'

/** The pages side by side, and a button for the next one. */
export function PageGrid(props: PageActions) {
  const { pages, isReading, onTurn, onCorners, move, remove, isFull, onPictures } = props
  const hasCamera = useHasCamera()
  const { list, itemOf, lifted } = usePageDrag(move)
  return (
    <>
      <ol ref={list} className={classes.grid}>
        {pages.map((page, index) => {
          const name = `page ${index + 1}`
          return (
            <li key={page.id} {...itemOf(index)}>
              <PageButton
                page={page}
                label={`Page ${index + 1} of ${pages.length}`}
                onKeyDown={arrowsOf(index, move)}
                onClick={() => onCorners(page)}
              />
              <div className={classes.row}>
                <IconGripVertical size={18} aria-hidden className="el-ink-3" />
                <b className="el-strong el-numbers">Page {index + 1}</b>
                <span className={classes.actions} onPointerDown={(event) => event.stopPropagation()}>
                  <IconButton
                    icon={IconRotateClockwise2}
                    label={`Turn ${name}`}
                    onClick={() => onTurn(page)}
                  />
                  <IconButton icon={IconCrop} label={`Corners of ${name}`} onClick={() => onCorners(page)} />
                  <IconButton icon={IconTrash} label={`Remove ${name}`} onClick={() => remove(page)} />
                </span>
              </div>
            </li>
          )
        })}
        {!isFull && (
          <li style={{ order: MOST_PAGES }}>
            <button type="button" className={classes.add} disabled={isReading} onClick={onPictures}>
              <IconCameraPlus size={28} aria-hidden />
              <b className="el-strong el-body">Next page</b>
              <span className="el-sm el-ink-2">
                {hasCamera ? 'Photograph it, or choose a picture' : 'Choose a picture, or several'}
              </span>
            </button>
          </li>
        )}
        {isFull && (
          <li className="el-sm el-ink-2" style={{ order: MOST_PAGES }}>
            {FULL}
          </li>
        )}
      </ol>
      {lifted((index) => pages[index] && <PagePicture page={pages[index]} />)}
    </>
  )
}
