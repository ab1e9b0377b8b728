import { Box, Button, Group } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCamera,
  IconCheck,
  IconDeviceFloppy,
  IconFocusCentered,
  IconPhoto,
  IconRotateClockwise2,
} from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { fileSize } from '../file/fileKind.ts'
import { Segments } from '../form/Segments.tsx'
import { Message } from '../Message.tsx'
import { focusOnMount } from '../modal/focusOnMount.ts'
import frame from '../modal/ModalFrame.module.css'
import { useIsPhone } from '../useIsPhone.ts'
import { CornerStage, TurnedPhoto } from './CornerStage.tsx'
import { needsAnother, problemsOf, warnings } from './pageProblems.ts'
import type { PaperPage } from './Paper.ts'
import classes from './PaperDialog.module.css'
import { PictureInput, useHasCamera } from './PictureInput.tsx'
import { SheetImage } from './SheetImage.tsx'
import type { Safety } from './usePaper.ts'

type PageEditorProps = {
  page: PaperPage
  safety: Safety
  hasFailed: boolean
  /** On a phone the page is shown in place of its photograph. */
  isPreview: boolean
  onPreview: (isPreview: boolean) => void
  onChange: (changes: Partial<PaperPage>) => void
  onFindAgain: () => Promise<void>
  onTakeAgain: (photo: File) => void
  onUse: () => void
}

/** One photographed page: its corners, its direction and its colours. */
export function PageEditor(props: PageEditorProps) {
  const { page, safety, hasFailed, isPreview, onPreview, onChange, onFindAgain, onTakeAgain, onUse } = props
  const isPhone = useIsPhone()
  const hasCamera = useHasCamera()
  const picture = useRef<HTMLInputElement>(null)
  const problems = problemsOf(page)
  const isWrong = problems.some(needsAnother)
  const isSideways = !isWrong && problems.includes('sideways')

  const stage = (
    <CornerStage page={page} onCorners={(corners) => onChange({ corners, cornersProblem: undefined })} />
  )
  const colours = (
    <Segments
      label="Grey or colour"
      choices={[
        { id: 'grey', name: 'Grey' },
        { id: 'colour', name: 'Colour' },
      ]}
      chosen={page.isColour ? 'colour' : 'grey'}
      onChoose={(chosen) => onChange({ isColour: chosen === 'colour' })}
    />
  )
  const turn = (
    <Button
      variant={isSideways ? 'filled' : 'default'}
      px={13}
      flex="none"
      leftSection={<IconRotateClockwise2 size={18} aria-hidden />}
      onClick={() => onChange({ turns: (page.turns + 1) % 4 })}
    >
      Turn
    </Button>
  )
  const notices = (
    <>
      {problems.map((problem) => (
        <div key={problem} className={classes.warning}>
          <Message tone="note" icon={IconAlertTriangle}>
            <b>{warnings[problem].title}</b> {warnings[problem].advice}
          </Message>
        </div>
      ))}
      {hasFailed && (
        <div className={classes.warning}>
          <Message tone="bad">The page could not be straightened. Close other apps, then try again.</Message>
        </div>
      )}
    </>
  )
  return (
    <>
      {isPhone ? (
        <div className={classes.phone}>
          {isPreview ? <Sheet page={page} /> : stage}
          {notices}
          <div className={classes.tools}>
            <button type="button" className={classes.swap} onClick={() => onPreview(!isPreview)}>
              {isPreview ? <TurnedPhoto page={page} /> : <SheetThumb page={page} />}
              <span className="el-cap el-strong">{isPreview ? 'Corners' : 'Preview'}</span>
            </button>
            <div className="el-grow">
              <p className="el-sm el-ink-2">
                {isPreview
                  ? 'Colour keeps stamps. Grey makes a smaller file.'
                  : 'Drag the corners to the edges of the paper.'}
              </p>
              <Group gap={10} wrap="nowrap">
                {colours}
                {turn}
              </Group>
            </div>
          </div>
        </div>
      ) : (
        <div className={frame.body}>
          {notices}
          <div className={classes.columns}>
            <Column title="The photograph" aside="Drag the corners, or use Tab and the arrow keys">
              {stage}
              <Group gap="s3" mt="s3">
                {turn}
                <FindAgain onFindAgain={onFindAgain} />
              </Group>
            </Column>
            <Column title="The page" aside={page.sheet && `A4, about ${fileSize(page.sheet.jpeg.size)}`}>
              <Sheet page={page} />
              <Group gap="s3" mt="s3">
                {colours}
                <Box className="el-sm el-ink-2" flex="1 1 120px">
                  Colour keeps stamps. Grey is smaller.
                </Box>
              </Group>
            </Column>
          </div>
        </div>
      )}
      <div className={`${frame.foot} ${classes.editorFoot}`}>
        <SafetyHint safety={safety} />
        <Button
          variant={isWrong ? 'filled' : 'default'}
          leftSection={hasCamera ? <IconCamera size={18} aria-hidden /> : <IconPhoto size={18} aria-hidden />}
          onClick={() => picture.current?.click()}
        >
          {hasCamera ? 'Take again' : 'Choose again'}
        </Button>
        <Button
          ref={focusOnMount}
          variant={isWrong || isSideways ? 'default' : 'filled'}
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={onUse}
        >
          Use this page
        </Button>
        <PictureInput ref={picture} isCamera={hasCamera} onFiles={([photo]) => photo && onTakeAgain(photo)} />
      </div>
    </>
  )
}

type ColumnProps = { title: string; aside: ReactNode; children: ReactNode }

const Column = ({ title, aside, children }: ColumnProps) => (
  <section aria-label={title}>
    <div className={classes.heading}>
      <h3 className="el-h3">{title}</h3>
      <span className="el-sm el-ink-2 el-numbers">{aside}</span>
    </div>
    {children}
  </section>
)

function FindAgain({ onFindAgain }: Pick<PageEditorProps, 'onFindAgain'>) {
  const [isFinding, setIsFinding] = useState(false)
  const find = async () => {
    setIsFinding(true)
    // A photograph that was read before can be read again, unless memory is short. Then the corners do not change.
    await onFindAgain().catch(() => {})
    setIsFinding(false)
  }
  return (
    <Button
      variant="subtle"
      loading={isFinding}
      leftSection={<IconFocusCentered size={18} aria-hidden />}
      onClick={() => void find()}
    >
      Find the corners again
    </Button>
  )
}

/** The straightened page; while it is made again, the one before. */
function Sheet({ page }: Pick<PageEditorProps, 'page'>) {
  const sheet = useLastSheet(page)
  return (
    <div className={classes.sunken} aria-busy={!page.sheet}>
      {sheet ? (
        <SheetImage blob={sheet.jpeg} alt="The straightened page" className={classes.sheet} />
      ) : (
        <output className="el-sm el-ink-2">Straightening the page …</output>
      )}
    </div>
  )
}

function SheetThumb({ page }: Pick<PageEditorProps, 'page'>) {
  const sheet = useLastSheet(page)
  return sheet ? <SheetImage blob={sheet.jpeg} alt="" /> : null
}

function useLastSheet({ sheet }: PaperPage) {
  const [last, setLast] = useState(sheet)
  if (sheet && sheet !== last) setLast(sheet)
  return sheet ?? last
}

/** Shows where the pages are stored. */
export const SafetyHint = ({ safety }: { safety: Safety }) => (
  <div className={`${frame.hint} ${classes.safety}`} data-safety={safety}>
    {safety === 'full' || safety === 'refused' ? (
      <IconAlertTriangle size={18} aria-hidden />
    ) : (
      <IconDeviceFloppy size={18} aria-hidden />
    )}
    {safetyWords[safety]}
  </div>
)

const safetyWords = {
  stored: 'Saved on this device with the draft',
  deletable: 'Saved on this device. The browser may delete them if it runs out of storage.',
  full: 'This device has no room to store the pages. Save the form before you leave it.',
  refused: 'This browser does not store the pages. Save the form before you leave it.',
}
