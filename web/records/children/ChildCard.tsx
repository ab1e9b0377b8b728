import { Group, VisuallyHidden } from '@mantine/core'
import { IconFileTypePdf, IconPhoto, IconReceipt, type TablerIcon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { countsPoints, curriculumOf, pointsOf } from '#contract/records/curricula.ts'
import { termName } from '#contract/notifications.ts'
import { notSharedSentence } from '#contract/privacy/consentWords.ts'
import type { Child, TermResult } from '#contract/reports.ts'
import { ProfileLink } from '../../students/studentColumns.tsx'
import { hiddenMedia } from '../../students/NotShared.tsx'
import { StudentPicture } from '../../students/files/StudentPicture.tsx'
import { formatDate } from '../../ui/formatDate.ts'
import { listOf } from '../../ui/plural.ts'
import { money, shownMark } from '../amounts.ts'
import { recordKinds } from '../recordKinds.ts'
import classes from './ChildCard.module.css'

type ChildCardProps = {
  child: Child
  /** Whether it is the only card, which has room for the teacher's comment. */
  isWide: boolean
}

/** The news of one child. */
export function ChildCard({ child, isWide }: ChildCardProps) {
  const id = useId()
  const { ref, school, class: schoolClass, result } = child
  return (
    <article className={`el-card ${classes.card}`} aria-labelledby={id} data-wide={isWide || undefined}>
      <Group component="header" gap={14} wrap="nowrap" className={classes.head ?? ''}>
        <StudentPicture student={child} />
        <div>
          <h2 id={id} className="el-h3 el-words">
            <ProfileLink student={child} from="academics" />
          </h2>
          <p className="el-sm el-ink-2">{school}</p>
          <p className="el-sm el-ink-2">{[...(schoolClass ? [schoolClass] : []), ref].join(', ')}</p>
        </div>
      </Group>
      <Newest child={child} isWide={isWide} />
      {child.not_shared.includes('progress') ? (
        <p className={classes.paper}>{notSharedSentence(child.name, ['progress'])}</p>
      ) : (
        <>
          <Result child={child} />
          <Paid child={child} />
        </>
      )}
      {isWide && result && (
        <div className={classes.comment}>
          <h3 className="el-sm el-strong el-ink-2">{recordKinds.report.labels.teacher_comment}</h3>
          <p className={classes.paper}>{result.teacher_comment}</p>
        </div>
      )}
    </article>
  )
}

/** The newest picture, and the way to the gallery. */
function Newest({ child, isWide }: ChildCardProps) {
  const { id, name, picture, media, not_shared } = child
  const hidden = hiddenMedia(not_shared)
  return (
    <figure className={classes.picture}>
      {picture ? (
        <img
          src={`${picture.path}?size=${isWide ? 'medium' : 'thumb'}`}
          alt={picture.title}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <p className={`el-centre ${classes.paper}`}>
          {hidden.includes('pictures') ? notSharedSentence(name, hidden) : 'No pictures yet.'}
        </p>
      )}
      <Group component="figcaption" justify="space-between" wrap="nowrap" mt={10}>
        <div>
          {picture && <p className="el-ui el-strong el-words">{picture.title}</p>}
          {picture && <p className="el-sm el-ink-3">{formatDate(picture.created_at)}</p>}
        </div>
        {media > 0 && (
          <Link
            to="/dashboard/studentgallery"
            search={{ student: id }}
            state={{ openedFrom: 'academics' }}
            className={`el-link el-ui ${classes.link}`}
            aria-label={`Gallery of ${name}, ${media}`}
          >
            <IconPhoto size={18} aria-hidden />
            Gallery, {media}
          </Link>
        )}
      </Group>
    </figure>
  )
}

/** The newest result, compared with the one before it. */
function Result({ child: { name, result } }: { child: Child }) {
  if (!result) return <Part word="Newest result" value="No results yet" />
  const { before, pathReport } = result
  const points =
    countsPoints(result.curriculum) && result.grade ? pointsOf(result.curriculum, result.grade) : null
  return (
    <Part
      word="Newest result"
      about={termName({ term_name: result.term, year_name: result.year })}
      value={result.mark === null ? (result.grade ?? result.levels) : shownMark(result.mark)}
      more={result.mark === null ? points !== null && `${points} points` : result.grade}
      note={`${kindOf(result)}.${before ? ` ${before.term}: ${wordsOf(before)}` : ''}`}
    >
      {pathReport && (
        <a href={pathReport} target="_blank" rel="noopener" className={`el-link el-ui ${classes.link}`}>
          <LinkWords icon={IconFileTypePdf} words="View report card" name={name} />
        </a>
      )}
    </Part>
  )
}

function kindOf({ curriculum, grade }: TermResult): string {
  if (curriculumOf(curriculum).hasMean) return grade === null ? 'Subjects by grade' : 'Mean score and grade'
  return grade === null ? 'Subjects by level' : 'Overall level'
}

const wordsOf = ({ mark, grade, levels }: TermResult) =>
  [...(mark === null ? [] : [shownMark(mark)]), grade ?? levels].join(' ')

/** What the newest year with receipts cost. */
function Paid({ child: { id, name, paid } }: { child: Child }) {
  if (!paid) return <Part word="Paid" value="No receipts yet" />
  return (
    <Part word={`Paid in ${paid.year}`} about={listOf(paid.terms)} value={`KES ${money(paid.total)}`}>
      <Link
        to="/dashboard"
        search={{ menu: 'profile', student: id, profile: 'finance', finance_year: paid.year }}
        state={{ openedFrom: 'academics' }}
        className={`el-link el-ui ${classes.link}`}
      >
        <LinkWords icon={IconReceipt} words="View receipts" name={name} />
      </Link>
    </Part>
  )
}

type PartProps = {
  word: string
  about?: string
  value: ReactNode
  more?: ReactNode
  note?: string
  children?: ReactNode
}

const Part = ({ word, about, value, more, note, children }: PartProps) => (
  <section className={`el-line ${classes.part}`}>
    <Group justify="space-between" gap="0 12px" className="el-sm el-ink-2">
      <h3 className="el-strong">{word}</h3>
      {about}
    </Group>
    <p className={children ? 'el-h2 el-numbers' : 'el-ui el-ink-2'}>
      {value} {more && <span className="el-ui el-medium">{more}</span>}
    </p>
    {note && <p className="el-sm el-ink-2 el-numbers">{note}</p>}
    {children}
  </section>
)

type LinkWordsProps = { icon: TablerIcon; words: string; name: string }

const LinkWords = ({ icon: Icon, words, name }: LinkWordsProps) => (
  <>
    <Icon size={18} aria-hidden />
    <span>{words}</span>
    <VisuallyHidden>{` of ${name}`}</VisuallyHidden>
  </>
)
