import { Group, Text, VisuallyHidden } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { WholeLetter } from '#contract/letters.ts'
import { fileSize } from '../ui/file/fileKind.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { plural } from '../ui/plural.ts'
import classes from './Letters.module.css'
import { type LetterOf, letterQuery } from './letterApi.ts'

type LetterViewProps = {
  of: LetterOf
  /** The recipient's name. */
  name: string
  /** Shows the number of attached PDFs instead of a list, and no subject. */
  isShort?: boolean
}

/** Makes links open in a new tab, which the sandbox forbids, so that they do nothing in the preview. */
const withoutLinks = (html: string) => html.replace('<head>', '<head><base target="_blank">')

/** A letter as the recipient sees it. Its scripts and links are disabled. */
export function LetterView({ of, name, isShort = false }: LetterViewProps) {
  const { data, error, refetch } = useQuery(letterQuery(of))
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <VisuallyHidden component="output">Loading the letter</VisuallyHidden>
  const { recipient, subject, html, attachments } = data
  return (
    <article className={classes.letter} aria-label={`Letter to ${name}`}>
      <dl className={`el-ui ${classes.facts}`}>
        <dt className="el-ink-2">To</dt>
        <dd>{recipient}</dd>
        {!isShort && (
          <>
            <dt className="el-ink-2">Subject</dt>
            <dd>{subject}</dd>
          </>
        )}
        {attachments.length > 0 && (
          <>
            <dt className="el-ink-2">With it</dt>
            <dd>
              {plural(attachments.length, 'PDF')}, {fileSize(sizeOf(attachments))}
              {!isShort && <PdfLinks papers={attachments} />}
            </dd>
          </>
        )}
      </dl>
      <iframe className={`el-box ${classes.page}`} sandbox="" srcDoc={withoutLinks(html)} title={subject} />
    </article>
  )
}

const PdfLinks = ({ papers }: { papers: WholeLetter['attachments'] }) => (
  <ul className={classes.papers}>
    {papers.map(({ path, name, bytes }) => (
      <Group key={path} component="li" justify="space-between" gap="s2" wrap="nowrap" mih={24}>
        <a className="el-row" href={path} target="_blank" rel="noopener">
          <IconPaperclip size={16} aria-hidden />
          <span className="el-clip">{name}</span>
        </a>
        <Text span inherit className="el-ink-3" fz="sm" flex="none">
          {fileSize(bytes)}
        </Text>
      </Group>
    ))}
  </ul>
)

const sizeOf = (papers: { bytes: number }[]) => papers.reduce((sum, { bytes }) => sum + bytes, 0)
