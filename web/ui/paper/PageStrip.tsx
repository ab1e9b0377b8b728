import {
  IconArrowLeft,
  IconArrowRight,
  IconCrop,
  IconPhotoPlus,
  IconRotateClockwise2,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { arrowsOf, PageButton, PagePicture } from './PageButton.tsx'
import classes from './PageList.module.css'
import { MOST_PAGES, type PageActions } from './Paper.ts'
import dialog from './PaperDialog.module.css'
import { usePageDrag } from './usePageDrag.tsx'

/** One page enlarged, and all pages below it. */
export function PageStrip(props: PageActions & { notices: ReactNode }) {
  const { pages, isReading, notices, onTurn, onCorners, move, remove, isFull, onPictures } = props
  const [chosen, setChosen] = useState<string>()
  const { list, itemOf, lifted } = usePageDrag(move)
  const found = pages.findIndex(({ id }) => id === chosen)
  const index = found < 0 ? pages.length - 1 : found
  const page = pages[index]
  const keep = (act: () => void) => () => {
    setChosen(page?.id)
    act()
  }
  const actions: [TablerIcon, string, (() => void) | undefined][] = page
    ? [
        [IconArrowLeft, 'Earlier', index > 0 ? () => move(index, index - 1) : undefined],
        [IconArrowRight, 'Later', index < pages.length - 1 ? () => move(index, index + 1) : undefined],
        [IconRotateClockwise2, 'Turn', () => onTurn(page)],
        [IconCrop, 'Corners', () => onCorners(page)],
        [IconTrash, 'Remove', () => remove(page)],
      ]
    : []
  return (
    <div className={dialog.phone}>
      <div className={classes.large}>
        {page && <PagePicture page={page} />}
        {page && (
          <span className={classes.number}>
            Page {index + 1} of {pages.length}
          </span>
        )}
        <div className={classes.notices}>{notices}</div>
      </div>
      <div className={classes.tools}>
        {actions.map(([Icon, word, act]) => (
          <button
            key={word}
            type="button"
            className={classes.tool}
            disabled={!act}
            onClick={act && keep(act)}
          >
            <Icon size={20} aria-hidden />
            {word}
          </button>
        ))}
      </div>
      <ol ref={list} className={classes.strip}>
        {pages.map((each, at) => (
          <li key={each.id} {...itemOf(at)}>
            <PageButton
              page={each}
              label={`Page ${at + 1}`}
              isCurrent={at === index}
              onKeyDown={arrowsOf(at, move)}
              onClick={() => setChosen(each.id)}
            />
            <b className="el-sm el-strong el-numbers" aria-hidden>
              {at + 1}
            </b>
          </li>
        ))}
        {!isFull && (
          <li style={{ order: MOST_PAGES }}>
            <button
              type="button"
              className={classes.add}
              aria-label="Choose pictures you took before"
              disabled={isReading}
              onClick={onPictures}
            >
              <IconPhotoPlus size={24} aria-hidden />
            </button>
          </li>
        )}
      </ol>
      {lifted((at) => pages[at] && <PagePicture page={pages[at]} />)}
      <p className={classes.how}>{pages.length > 1 && 'Hold a page and drag it to change the order.'}</p>
    </div>
  )
}
