import { Box, Button, Group, Spoiler } from '@mantine/core'
import { IconCertificate, IconPencil, IconPhoto } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Fields, inWords } from '#contract/base/fields.ts'
import { phoneSearchText } from '#contract/base/phone.ts'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import { canEditStudents } from '#contract/permissions.ts'
import { entryExams, examPapers } from '#contract/students/entryExams.ts'
import { sharedFacts, type Student, type StudentField, studentFields } from '#contract/students/students.ts'
import { NotShared } from '../students/NotShared.tsx'
import { StudentPicture } from '../students/files/StudentPicture.tsx'
import { FoldButton } from '../ui/FoldButton.tsx'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { plural } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { whyInactive } from '../students/studentRow.ts'
import { PdfLink } from './PdfLink.tsx'
import { useProfileRefresh } from './profileApi.ts'
import { StudentHead } from './StudentHead.tsx'
import classes from './Profile.module.css'

/** A fact about the student, with a note in small type. */
type Fact = { label: string; value: ReactNode; more?: string | null }

/** The facts that come first, with shorter labels than in the form. */
const labels: Record<string, string> = {
  school: 'School',
  class: 'Class',
  admission_no: 'Admission no.',
  father: 'Father',
  mother: 'Mother',
  guardian: 'Guardian',
  guardian_phone: 'Guardian’s phone',
  siblings: 'Siblings',
  ambition: 'Ambition',
  liaison: 'Liaison officer',
  languages: 'Languages',
  supporter: 'Supporter',
}
/** Fields that the profile shows elsewhere, or not at all. */
const elsewhere = new Set<string>([
  ...(['name', 'category', 'gender', 'dob', 'dor', 'background'] satisfies StudentField[]),
  ...(['entry_exam', 'kcpe', 'assessment_no', 'pathway'] satisfies StudentField[]),
])

function factsOf(student: Student): Fact[] {
  const { school, liaison, supporter_name, not_shared } = student
  const supporter = student.supporter ? (
    <UserLink name={student.supporter} />
  ) : (
    supporter_name && `${supporter_name} (no email yet)`
  )
  const values: Record<string, ReactNode> = {
    ...inWords(studentFields, student),
    guardian_phone: student.guardian_phone && <PhoneLink phone={student.guardian_phone} />,
    school,
    class: student.class,
    liaison,
    supporter,
  }
  const names = new Set([...Object.keys(labels), ...Object.keys(values)])
  const isHidden = (name: string) => not_shared.some((purpose) => purpose === sharedFacts[name])
  return [
    ...(isHidden('age')
      ? []
      : [{ label: 'Age', value: student.age === null ? NOT_KNOWN : plural(student.age, 'year') }]),
    ...examFacts(student),
    ...[...names].flatMap((name) =>
      elsewhere.has(name) || isHidden(name) || values[name] == null
        ? []
        : { label: labels[name] ?? shownFields[name]?.label ?? name, value: values[name] },
    ),
  ]
}

const shownFields: Fields = studentFields

const UserLink = ({ name }: { name: string }) => (
  <Link className="el-link" to="/dashboard" search={{ menu: 'users', search: name }}>
    {name}
  </Link>
)

/** Calls the first number. */
const PhoneLink = ({ phone }: { phone: string }) => (
  <a className="el-link" href={`tel:${phoneSearchText(phone).split(' ')[0]}`}>
    {phone}
  </a>
)

/** The entry exam: its score if it has one, else the exam with its known details. */
function examFacts({ entry_exam, kcpe, assessment_no, pathway, not_shared }: Student): Fact[] {
  if (not_shared.includes('progress')) return []
  if (entryExams[entry_exam].isScored) return [{ label: 'KCPE score', value: kcpe ?? NOT_KNOWN }]
  return [
    {
      label: 'Entry exam',
      value: entry_exam,
      more: assessment_no && `Assessment no. ${assessment_no}`,
    },
    ...(pathway ? [{ label: 'Pathway', value: pathway }] : []),
  ]
}

/** The facts about a student, with photo and status. Where the records are below them, the facts are shown on demand. */
export function FactsCard({ student }: { student: Student }) {
  const { name, cert, paper } = student
  const [isWhole, setIsWhole] = useState(false)
  return (
    <article className={`el-card ${classes.card}`}>
      <StudentHead
        student={student}
        image={
          <div className={classes.photo}>
            <StudentPicture student={student} />
          </div>
        }
        summary={summaryOf(student)}
        actions={<FactActions student={student} />}
      />
      <NotShared
        name={name}
        hidden={student.not_shared.filter((purpose) => purpose !== 'progress')}
        isSmall
      />
      <FoldButton hiddenFrom="md" fullWidth isOpen={isWhole} onToggle={() => setIsWhole(!isWhole)}>
        {isWhole ? 'Show fewer facts' : 'Show all facts'}
      </FoldButton>
      <div className={classes.body} data-folded={!isWhole || undefined}>
        <Facts student={student} />
        {cert && paper && (
          <p className={`el-line ${classes.foot}`}>
            <PdfLink href={cert} icon={IconCertificate}>
              {examPapers[paper].view}
            </PdfLink>
          </p>
        )}
        <Background student={student} />
      </div>
    </article>
  )
}

/** `17 years, Form 4, Nyando Girls High School` */
const summaryOf = ({ age, class: schoolClass, school, not_shared }: Student) =>
  [
    ...(age === null || not_shared.includes('profile') ? [] : [plural(age, 'year')]),
    ...(schoolClass ? [schoolClass] : []),
    ...(school ? [school] : []),
  ].join(', ')

/** Four lines. */
const BACKGROUND_HEIGHT = 88

const Background = ({ student: { background, not_shared } }: { student: Student }) =>
  not_shared.includes('profile') ? null : (
    <div className={`el-line ${classes.background}`}>
      <h2 className="el-h3">Student Background</h2>
      <Spoiler
        maxHeight={BACKGROUND_HEIGHT}
        showLabel="Read all"
        hideLabel="Show less"
        transitionDuration={0}
        classNames={{ control: 'el-link el-ui' }}
      >
        <Box component="p" className="el-ui el-ink-2 el-prose" lh="1.375rem">
          {background ?? NOT_KNOWN}
        </Box>
      </Spoiler>
    </div>
  )

const StudentEditModal = lazyDialog(
  async () => (await import('../students/form/StudentFormModals.tsx')).StudentEditModal,
)

/** Edit and Gallery, for staff. A student who is not active cannot be edited. */
function FactActions({ student }: { student: Student }) {
  const { role } = useSessionUser()
  const [isEditing, setIsEditing] = useState(false)
  const refresh = useProfileRefresh(student.id)
  const close = () => {
    setIsEditing(false)
    refresh()
  }
  if (!canEditStudents(role)) return null
  return (
    <Group grow gap={10} flex="1 1 200px" maw={{ sm: 260 }} data-screen-only>
      {!whyInactive(student) && (
        <Button
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
          aria-label={`Edit ${student.name}`}
          onClick={() => setIsEditing(true)}
        >
          Edit
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPhoto size={18} aria-hidden />}
        aria-label={`Gallery of ${student.name}`}
        renderRoot={(props) => (
          <Link to="/dashboard/studentgallery" search={{ student: student.id }} {...props} />
        )}
      >
        Gallery
      </Button>
      {isEditing && <StudentEditModal student={student} onClose={close} />}
    </Group>
  )
}

export const Facts = ({ student }: { student: Student }) => <FactList facts={factsOf(student)} />

export const FactList = ({ facts }: { facts: Fact[] }) => (
  <dl className={`el-ui ${classes.facts}`}>
    {facts.map(({ label, value, more }) => (
      <div key={label}>
        <dt className="el-ink-3">{label}</dt>
        <dd className="el-medium el-words">
          {value}
          {more && (
            <Box component="span" className="el-sm el-ink-3" display="block" fw={400} lh="19px">
              {more}
            </Box>
          )}
        </dd>
      </div>
    ))}
  </dl>
)
