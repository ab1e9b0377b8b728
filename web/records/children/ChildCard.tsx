import { Button, Group, VisuallyHidden } from '@mantine/core'
import {
  IconCalendar,
  IconFileTypePdf,
  IconNotebook,
  IconPhoto,
  IconPhotoOff,
  IconReceipt,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { countsPoints, curriculumOf, pointsOf } from '#contract/records/curricula.ts'
import { termName } from '#contract/notifications.ts'
import { notSharedSentence } from '#contract/privacy/consentWords.ts'
import type { Child, TermResult } from '#contract/reports.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { hiddenMedia } from '../../students/NotShared.tsx'
import { StudentPicture } from '../../students/files/StudentPicture.tsx'
import { ProfileLink } from '../../students/studentColumns.tsx'
import { firstNameOf } from '../../students/studentRow.ts'
import { formatDate } from '../../ui/formatDate.ts'
import { plural } from '../../ui/plural.ts'
import { StatusMark } from '../../ui/StatusBadge.tsx'
import { money, shownMark } from '../../ui/amounts.ts'
import { recordKinds } from '../recordKinds.ts'
import classes from './ChildCard.module.css'
import { classLine, noticeOf, termsInWords } from './childSentences.ts'

type ChildCardProps = {
  child: Child
  /** Whether it is the only card, which has room for a large picture and more links. */
  isWide: boolean
}

/** The news of one child. */
export function ChildCard({ child, isWide }: ChildCardProps) {
  const id = useId()
  const { name, school, result, picture, not_shared } = child
  return (
    <article className={`el-card ${classes.card}`} aria-labelledby={id} data-wide={isWide || undefined}>
      <div className={classes.news}>
        <Group
          component="header"
          gap={isWide ? 16 : 14}
          wrap="nowrap"
          align="flex-start"
          className={classes.head ?? ''}
        >
          <StudentPicture student={child} />
          <div className="el-grow">
            <h2 id={id} className="el-h3 el-words">
              <ProfileLink student={child} from="academics" />
            </h2>
            <p className="el-sm el-ink-2">{school}</p>
            <p className="el-sm el-ink-2 el-numbers">{classLine(child)}</p>
          </div>
          {!isWide && <Thumb child={child} />}
        </Group>
        <ChildNotice child={child} />
        {not_shared.includes('progress') ? (
          <p className={classes.paper}>{notSharedSentence(name, ['progress'])}</p>
        ) : (
          <>
            {result?.teacher_comment && (
              <section>
                <h3 className={classes.label}>
                  {recordKinds.report.labels.teacher_comment} <span>{timeOf(result)}</span>
                </h3>
                <p className={classes.paper}>{result.teacher_comment}</p>
              </section>
            )}
            {!isWide && <WhyNoPicture child={child} isWide={false} />}
            <div className={classes.parts}>
              <Result child={child} isWide={isWide} />
              <Paid child={child} isWide={isWide} />
            </div>
          </>
        )}
        <OpenYear child={child} isWide={isWide}>
          {isWide && (
            <>
              <WhyNoPicture child={child} isWide />
              {!picture && child.media > 0 && <GalleryLink child={child} />}
            </>
          )}
        </OpenYear>
      </div>
      {isWide && picture && <Newest child={child} picture={picture} />}
    </article>
  )
}

/** Shows that the child has left, or that a report card is not here yet. */
function ChildNotice({ child }: { child: Child }) {
  const notice = noticeOf(child)
  if (!notice) return null
  const { kind, tone, first, rest } = notice
  return (
    <p className={classes.notice} data-tone={tone}>
      {kind === 'awaited' ? (
        <IconCalendar size={18} aria-hidden />
      ) : (
        <StatusMark tone={tone} shape={kind === 'graduated' ? 'diamond' : 'triangle'} />
      )}
      <span>
        {rest ? <b className="el-strong">{first}</b> : first} {rest}
      </span>
    </p>
  )
}

/** The one button; a wide card has room beside it. */
const OpenYear = ({ child, isWide, children }: ChildCardProps & { children: ReactNode }) => (
  <Group gap="10px 18px" className={classes.foot ?? ''}>
    <Button
      variant={isWide && child.status === STUDENT_ACTIVE ? 'filled' : 'default'}
      leftSection={<IconNotebook size={18} aria-hidden />}
      renderRoot={(props) => (
        <Link
          to="/dashboard"
          search={{ menu: 'profile', student: child.id, profile: 'academics' }}
          state={{ openedFrom: 'academics' }}
          {...props}
        />
      )}
    >
      Open {firstNameOf(child)}’s year
    </Button>
    {children}
  </Group>
)

/** Why there is no picture. */
function WhyNoPicture({ child, isWide }: ChildCardProps) {
  const { name, media, not_shared } = child
  const hidden = hiddenMedia(not_shared)
  const isHidden = hidden.includes('pictures')
  const why = isHidden ? notSharedSentence(name, hidden) : isWide && media === 0 && 'No pictures yet'
  const Icon = isHidden ? IconPhotoOff : IconPhoto
  return (
    why && (
      <p className={`el-sm el-ink-2 ${classes.why}`}>
        <Icon size={18} className="el-ink-3" aria-hidden />
        {why}
      </p>
    )
  )
}

const timeOf = ({ term, year }: Pick<TermResult, 'term' | 'year'>) =>
  termName({ term_name: term, year_name: year })

/** The newest picture, and the way to the gallery. */
const Newest = ({ child, picture }: { child: Child; picture: NonNullable<Child['picture']> }) => (
  <figure className={classes.picture}>
    <img src={`${picture.path}?size=medium`} alt={picture.title} loading="lazy" decoding="async" />
    <Group component="figcaption" justify="space-between" wrap="nowrap" mt={10}>
      <div>
        <p className="el-ui el-strong el-words">{picture.title}</p>
        <p className="el-sm el-ink-3">{formatDate(picture.created_at)}</p>
      </div>
      <GalleryLink child={child} />
    </Group>
  </figure>
)

const galleryOf = ({ id, name, media }: Child) => ({
  to: '/dashboard/studentgallery' as const,
  search: { student: id },
  state: { openedFrom: 'academics' as const },
  'aria-label': `Gallery of ${name}, ${media}`,
})

/** Of what the gallery has: only films if pictures are not shared. */
function GalleryIcon({ child, size }: { child: Child; size: number }) {
  const Icon = child.not_shared.includes('pictures') ? IconVideo : IconPhoto
  return <Icon size={size} aria-hidden />
}

const GalleryLink = ({ child }: { child: Child }) => (
  <Link {...galleryOf(child)} className={`el-link el-ui ${classes.link}`}>
    <GalleryIcon child={child} size={18} />
    Gallery, {child.media}
  </Link>
)

/** The way to the gallery, with the newest picture. */
const Thumb = ({ child }: { child: Child }) =>
  child.media > 0 && (
    <Link {...galleryOf(child)} className={`el-link el-sm ${classes.thumb}`}>
      {child.picture && (
        <img src={`${child.picture.path}?size=thumb`} alt="" loading="lazy" decoding="async" />
      )}
      <span>
        <GalleryIcon child={child} size={16} />
        {child.media}
      </span>
    </Link>
  )

/** The newest result, compared with the one before it. */
function Result({ child: { name, status, result }, isWide }: ChildCardProps) {
  const word = status === STUDENT_ACTIVE ? 'Newest result' : 'Last result'
  if (!result) return <Part word={word} value="Not yet" />
  const { before, pathReport } = result
  const points =
    countsPoints(result.curriculum) && result.grade ? pointsOf(result.curriculum, result.grade) : null
  return (
    <Part
      word={word}
      about={timeOf(result)}
      value={result.mark === null ? (result.grade ?? result.levels) : shownMark(result.mark)}
      more={result.mark === null ? points !== null && `${points} points` : result.grade}
      note={isWide && `${kindOf(result)}.${before ? ` ${before.term}: ${wordsOf(before)}` : ''}`}
    >
      {isWide && pathReport && (
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
function Paid({ child: { id, name, paid }, isWide }: ChildCardProps) {
  if (!paid) return <Part word="Paid" value="No receipts yet" />
  return (
    <Part
      word={`Paid in ${paid.year}`}
      about={termsInWords(paid.terms)}
      value={`KES ${money(paid.total)}`}
      note={isWide && plural(paid.receipts, 'receipt')}
    >
      {isWide && (
        <Link
          to="/dashboard"
          search={{ menu: 'profile', student: id, profile: 'finance', finance_year: paid.year }}
          state={{ openedFrom: 'academics' }}
          className={`el-link el-ui ${classes.link}`}
        >
          <LinkWords icon={IconReceipt} words="View receipts" name={name} />
        </Link>
      )}
    </Part>
  )
}

type PartProps = {
  word: string
  about?: string
  value: ReactNode
  more?: ReactNode
  note?: ReactNode
  children?: ReactNode
}

const Part = ({ word, about, value, more, note, children }: PartProps) => (
  <section>
    <h3 className={classes.label}>
      {word} <span>{about}</span>
    </h3>
    <p className={about ? `el-numbers ${classes.value}` : 'el-ui el-ink-2'}>
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
