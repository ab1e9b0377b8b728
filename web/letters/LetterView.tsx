import { VisuallyHidden } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { WholeLetter } from '#contract/letters.ts'
import { fileSize } from '../ui/file/fileKind.ts'
import { FoldButton } from '../ui/FoldButton.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { plural } from '../ui/plural.ts'
import { type LetterOf, letterQuery } from './letterApi.ts'
import { LetterPage } from './LetterPage.tsx'
import classes from './LetterView.module.css'

type LetterViewProps = {
  of: LetterOf
  /** The recipient's name. */
  name: string
  /** Left in the line above the letter. */
  children: ReactNode
  /** Right in that line. */
  tools?: ReactNode
  /** Below that line. */
  more?: ReactNode
}

/** A letter as the recipient sees it, below a line with its PDFs. */
export function LetterView({ of, name, children, tools, more }: LetterViewProps) {
  const { data: letter, error, refetch } = useQuery(letterQuery(of))
  const [arePdfsOpen, setArePdfsOpen] = useState(false)
  return (
    <article className={classes.letter} aria-label={`Letter to ${name}`}>
      <div className={`el-ui ${classes.line}`}>
        {children}
        <span className={classes.tools}>
          {letter && letter.attachments.length > 0 && (
            <FoldButton
              isOpen={arePdfsOpen}
              onToggle={() => setArePdfsOpen(!arePdfsOpen)}
              leftSection={<IconPaperclip size={18} aria-hidden />}
            >
              {plural(letter.attachments.length, 'PDF')}, {fileSize(sizeOf(letter.attachments))}
            </FoldButton>
          )}
          {tools}
        </span>
      </div>
      {letter && arePdfsOpen && <PdfLinks papers={letter.attachments} />}
      {more}
      <div className={classes.desk}>
        {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {letter && <LetterPage html={letter.html} title={letter.subject} />}
        {!letter && !error && <VisuallyHidden component="output">Loading the letter</VisuallyHidden>}
      </div>
    </article>
  )
}

const PdfLinks = ({ papers }: { papers: WholeLetter['attachments'] }) => (
  <ul className={classes.papers}>
    {papers.map(({ path, name, bytes }) => (
      <li key={path} className="el-between">
        <a href={path} target="_blank" rel="noopener">
          {name}
        </a>
        <span className="el-ink-3">{fileSize(bytes)}</span>
      </li>
    ))}
  </ul>
)

const sizeOf = (papers: { bytes: number }[]) => papers.reduce((sum, { bytes }) => sum + bytes, 0)
