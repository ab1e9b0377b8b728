import { Box, Button, Group } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCamera,
  IconCloudUpload,
  IconFileTypePdf,
  IconPhoto,
} from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { pdfFile } from '#contract/base/files.ts'
import { DropZone, FileField } from '../file/DropZone.tsx'
import { type FileDropProps, FileRow } from '../file/FileDrop.tsx'
import { fileProblem } from '../file/fileKind.ts'
import { Message } from '../Message.tsx'
import { lazyDialog } from '../modal/lazyDialog.tsx'
import { useIsPhone } from '../useIsPhone.ts'
import { type PaperTarget, paperOf } from './Paper.ts'
import { PaperCard } from './PaperCard.tsx'
import { preparePaperReader } from './paperReader.ts'
import classes from './PdfDrop.module.css'
import { PictureInput, useHasCamera, useIsCameraBlocked } from './PictureInput.tsx'
import { usePaper } from './usePaper.ts'

const loadDialog = async () => (await import('./PaperDialog.tsx')).PaperDialog
const PaperDialog = lazyDialog(loadDialog)

type PdfDropProps = Pick<
  FileDropProps,
  'label' | 'value' | 'onChange' | 'onProblem' | 'error' | 'upload' | 'present'
> & {
  /** A further sentence under the field. */
  hint?: string | undefined
  target: PaperTarget
  /** Whether it fills the height that it has while no paper is chosen. */
  isTall?: boolean
  /** Why the chosen paper is not accepted here, and what takes it instead. */
  refusal?: { why: ReactNode; verb: string; onElsewhere: () => void } | undefined
}

/** A PDF: dropped, picked, or made from photographs of the paper. */
export function PdfDrop(props: PdfDropProps) {
  const { label, hint, value, onChange, onProblem, error, upload, present, target, isTall, refusal } = props
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const paper = usePaper(target, value, onChange)
  /** The chosen pictures while the dialog is open. */
  const [chosen, setChosen] = useState<File[]>()
  const isBlocked = useIsCameraBlocked()
  const isOrdinary = value && !paperOf(value)
  const isEmpty = !value && !paper.paper

  const take = (file: File | undefined) => {
    if (!file) return
    // Otherwise a save would delete pages that are in no PDF.
    const problem = paper.paper && !isOrdinary ? HAS_PAGES : fileProblem(file, pdfFile)
    if (problem) onProblem(problem)
    else onChange(file)
  }
  const pick = () => picker.current?.click()
  const remove = () => {
    if (isOrdinary) onChange(null)
    else paper.remove()
    picker.current?.focus()
  }
  const close = () => {
    setChosen(undefined)
    paper.update()
  }
  const isPhone = useIsPhone()
  const note = `${isPhone || isTall ? 'PDF' : 'Or drop a PDF here'}, ${[HINT, hint].filter(Boolean).join(' ')}`
  return (
    <FileField
      id={id}
      className={isTall && classes.tall}
      label={label}
      note={isEmpty ? note : undefined}
      error={error || (paper.hasFailed && NO_PDF)}
    >
      <DropZone
        id={id}
        picker={picker}
        kind={pdfFile}
        isPreparing={paper.making !== undefined}
        isBad={Boolean(error)}
        describedBy={error ? `${id}-error` : isEmpty ? `${id}-hint` : undefined}
        onFiles={([file]) => take(file)}
      >
        {isOrdinary ? (
          <FileRow file={value} upload={upload} onReplace={pick} onRemove={remove} />
        ) : paper.paper ? (
          <PaperCard
            {...paper}
            paper={paper.paper}
            file={value ?? undefined}
            upload={upload}
            onEdit={() => setChosen([])}
            onRemove={remove}
          />
        ) : (
          <EmptyField isTall={isTall} onPick={pick} onPictures={setChosen} />
        )}
      </DropZone>
      {isBlocked && isEmpty && <p className={classes.blocked}>{CAMERA_BLOCKED}</p>}
      {refusal && (
        <Box mt={10}>
          <Message tone="note" icon={IconAlertTriangle}>
            {refusal.why}
            <Group gap={8} mt={10}>
              <Button onClick={remove}>Choose another paper</Button>
              <Button
                variant="default"
                onClick={() => {
                  flushSync(remove)
                  refusal.onElsewhere()
                }}
              >
                {refusal.verb}
              </Button>
            </Group>
          </Message>
        </Box>
      )}
      {present}
      {chosen && (
        <PaperDialog
          target={target}
          pages={paper.pages}
          safety={paper.safety}
          change={paper.change}
          chosen={chosen}
          onUse={paper.make}
          onClose={close}
        />
      )}
    </FileField>
  )
}

const HINT = 'up to 20 MB. Photographs are made into one PDF.'
const HAS_PAGES = 'To use another PDF, delete the photographed pages first.'
const NO_PDF = 'The PDF could not be made. Close other apps, then try again.'
const CAMERA_BLOCKED =
  'The camera is blocked. Allow it in the browser’s settings for this site, or choose pictures that you took before.'

type EmptyFieldProps = {
  isTall: boolean | undefined
  onPick: () => void
  onPictures: (files: File[]) => void
}

/** Choosing a PDF or photographing the paper. On a phone there is nothing to drop, and the camera comes first. */
function EmptyField({ isTall, onPick, onPictures }: EmptyFieldProps) {
  const isPhone = useIsPhone()
  const hasCamera = useHasCamera()
  const camera = useRef<HTMLInputElement>(null)
  const pictures = useRef<HTMLInputElement>(null)
  const open = (input: HTMLInputElement | null) => {
    // The dialog and its worker are loaded while the picture is taken.
    void loadDialog()
    preparePaperReader()
    input?.click()
  }
  const choose = (
    // The keyboard and screen readers use the file input.
    <Button
      variant="default"
      aria-hidden
      tabIndex={-1}
      leftSection={<IconFileTypePdf size={18} />}
      onClick={onPick}
    >
      Choose a PDF
    </Button>
  )
  const photograph = (
    <Button
      variant="default"
      leftSection={hasCamera ? <IconCamera size={18} aria-hidden /> : <IconPhoto size={18} aria-hidden />}
      onClick={() => open((hasCamera ? camera : pictures).current)}
    >
      {hasCamera ? 'Photograph the paper' : 'Use pictures'}
    </Button>
  )
  return (
    <div className={classes.empty}>
      {isPhone ? (
        <>
          {photograph}
          {choose}
        </>
      ) : (
        <>
          {isTall && (
            <p className="el-row el-ui el-ink-2">
              <IconCloudUpload size={20} aria-hidden />
              Drop a PDF here, or
            </p>
          )}
          <div className={classes.choices}>
            {choose}
            {photograph}
          </div>
        </>
      )}
      {hasCamera && (
        <button type="button" className={classes.pictures} onClick={() => open(pictures.current)}>
          Use pictures you took before
        </button>
      )}
      <PictureInput ref={camera} isCamera onFiles={onPictures} />
      <PictureInput ref={pictures} onFiles={onPictures} />
    </div>
  )
}
