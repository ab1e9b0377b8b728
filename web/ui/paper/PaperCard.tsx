import { Button, Group } from '@mantine/core'
import { IconCamera, IconCircleCheck, IconPhotoEdit, IconRefresh, IconX } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { fileSize } from '../file/fileKind.ts'
import { formatTime } from '../formatDate.ts'
import { IconButton } from '../IconButton.tsx'
import { focusOnMount } from '../modal/focusOnMount.ts'
import type { Upload } from '../modal/useSaving.ts'
import { plural } from '../plural.ts'
import { ProgressBar } from '../ProgressBar.tsx'
import type { Paper } from './Paper.ts'
import classes from './PdfDrop.module.css'
import { SheetImage } from './SheetImage.tsx'
import type { Safety, usePaper } from './usePaper.ts'

type PaperCardProps = Pick<ReturnType<typeof usePaper>, 'making' | 'hasFailed' | 'safety' | 'make'> & {
  paper: Paper
  /** The PDF that was made from the pages. */
  file: File | undefined
  upload: Upload | undefined
  onEdit: () => void
  onRemove: () => void
}

/** The photographed pages of a field: before the PDF is made, meanwhile, after a failure, and with the PDF. */
export function PaperCard(props: PaperCardProps) {
  const { paper, file, making, hasFailed, safety, upload, make, onEdit, onRemove } = props
  const count = plural(paper.pages.length, 'page')
  const isCancelled = useRef(false)
  const editButton = (
    <Button variant="default" leftSection={<IconPhotoEdit size={18} aria-hidden />} onClick={onEdit}>
      Edit pages
    </Button>
  )
  if (making) {
    const title = `Making page ${making.number} of ${making.of}`
    return (
      <Card
        paper={paper}
        title={title}
        end={
          <IconButton
            icon={IconX}
            label="Cancel the PDF"
            onClick={() => {
              isCancelled.current = true
              making.cancel()
            }}
          />
        }
      >
        <ProgressBar label="Making the PDF" percent={(100 * (making.number - 0.5)) / making.of} />
        <p className={classes.meta}>You can keep typing. Save waits for the PDF.</p>
      </Card>
    )
  }
  if (hasFailed)
    return (
      <Card paper={paper} title={`${count}, no PDF yet`} isBad>
        <p className={classes.meta}>{unsafe[safety] ?? 'The pages are safe on this device.'}</p>
        <Actions>
          <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={make}>
            Try again
          </Button>
          <Button variant="subtle" onClick={onEdit}>
            Edit pages
          </Button>
        </Actions>
      </Card>
    )
  if (!file)
    return (
      <Card paper={paper} title={`${count} photographed at ${formatTime(paper.photographedAt)}`}>
        <p className={classes.meta}>{unsafe[safety] ?? 'Saved with this draft, on this device only'}</p>
        <Actions>
          <Button
            ref={(button) => {
              if (isCancelled.current) focusOnMount(button)
              isCancelled.current = false
            }}
            variant="default"
            leftSection={<IconCamera size={18} aria-hidden />}
            onClick={onEdit}
          >
            Continue
          </Button>
          <Button variant="subtle" onClick={onRemove}>
            Delete
          </Button>
        </Actions>
      </Card>
    )
  return (
    <Card paper={paper} file={file} title={file.name}>
      <p className={classes.meta}>
        {count}, {fileSize(file.size)}
      </p>
      {upload ? (
        <ProgressBar label={`Uploading ${file.name}`} percent={upload.share * 100} />
      ) : (
        <>
          <p className={classes.ready}>
            <IconCircleCheck size={16} aria-hidden />
            Ready to save
          </p>
          <Actions>
            {editButton}
            <Button variant="subtle" onClick={onRemove}>
              Remove
            </Button>
          </Actions>
        </>
      )}
    </Card>
  )
}

const unsafe: { [Is in Safety]?: string } = {
  full: 'Only in this tab: the device has no room to store them.',
  refused: 'Only in this tab: the browser does not store them.',
}

const Actions = ({ children }: { children: ReactNode }) => (
  <Group gap={4} mt={10} className={classes.actions}>
    {children}
  </Group>
)

type CardProps = {
  paper: Paper
  file?: File
  title: string
  isBad?: boolean
  /** Content for the upper right corner. */
  end?: ReactNode
  children: ReactNode
}

function Card({ paper: { pages }, file, title, isBad, end, children }: CardProps) {
  const [first] = pages
  const picture = first && (
    <>
      {pages.slice(1, 3).map(({ id }) => (
        <i key={id} />
      ))}
      <SheetImage blob={first.sheet?.jpeg ?? first.photo} alt="" />
    </>
  )
  return (
    <div className={classes.card} data-bad={isBad || undefined}>
      {file ? (
        <button
          type="button"
          className={`el-plain ${classes.thumb}`}
          aria-label={`View the PDF, ${plural(pages.length, 'page')}`}
          onClick={() => openPdf(file)}
        >
          {picture}
        </button>
      ) : (
        <span className={classes.thumb}>{picture}</span>
      )}
      <div className="el-grow">
        <p className={classes.title}>{title}</p>
        {children}
      </div>
      {end}
    </div>
  )
}

/** Opens the PDF in a new tab. */
function openPdf(file: File): void {
  const url = URL.createObjectURL(file)
  window.open(url, '_blank', 'noopener')
  setTimeout(() => URL.revokeObjectURL(url), LOADED_AFTER_MS)
}

/** After this time the new tab has loaded the file, and its address is revoked. */
const LOADED_AFTER_MS = 60_000
