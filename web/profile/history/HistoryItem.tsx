import {
  IconCalendarDollar,
  IconFileDollar,
  IconFileText,
  IconCash,
  IconHeartHandshake,
  IconMailX,
  IconNotebook,
  IconPencil,
  IconPhoto,
  IconSignature,
  type TablerIcon,
} from '@tabler/icons-react'
import { useId, useState } from 'react'
import { purposeWords } from '#contract/privacy/consentWords.ts'
import type { ChangedThing, StudentChange } from '#contract/students/studentChanges.ts'
import { FORMER_USER } from '#contract/users.ts'
import { formatTime } from '../../ui/formatDate.ts'
import { ChangeList } from '../../ui/history/ChangeList.tsx'
import { answersOfChange, changeLabels, changeSentence, fileOfAction } from './changeSentence.ts'
import classes from './history.module.css'

const icons: Record<ChangedThing, TablerIcon> = {
  student: IconPencil,
  consent: IconSignature,
  report: IconNotebook,
  receipt: IconFileDollar,
  document: IconFileText,
  media: IconPhoto,
  own_plan: IconCalendarDollar,
  commitment: IconHeartHandshake,
  payment_line: IconCash,
  wrong_recipient: IconMailX,
}

type HistoryItemProps = { entry: StudentChange; isAnonymised: boolean }

/** One change in a sentence, with its time and user; the fields on demand. */
export function HistoryItem({ entry, isAnonymised }: HistoryItemProps) {
  const { at, by, action, entity } = entry
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const { about, words } = changeSentence(entry)
  const file = fileOfAction(action)
  const nobody = isAnonymised && action !== 'anonymised' ? FORMER_USER : 'Elimu'
  const form = entity === 'consent' && entry.changes.find(({ field }) => field === 'form')?.to
  const Icon = icons[entity]
  // Without the student, whose history it is.
  const changes = entry.changes.filter(({ field }) => field !== 'student')
  return (
    <li className={classes.item}>
      <Icon size={20} className="el-ink-3" aria-hidden />
      <div className="el-grow">
        <p className="el-break">
          <b className="el-strong">{about}:</b> {words}{' '}
          {form && (
            <a className="el-link" href={`/api/files/${form}`} target="_blank" rel="noopener">
              Form
            </a>
          )}
        </p>
        <p className="el-sm el-ink-3 el-numbers el-break">
          <time dateTime={at}>{formatTime(at)}</time>, {by ?? nobody}
          {file && `, import of ${file}`}
        </p>
      </div>
      {changes.length > 0 && (
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${isOpen ? 'Hide details' : 'Details'}: ${about} ${words}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide details' : 'Details'}
        </button>
      )}
      <div id={id} className={classes.details}>
        {isOpen && (
          <>
            {entity === 'consent' && <Answers changes={changes} />}
            <ChangeList
              changes={changes.filter(({ field }) => !isAnswer(field))}
              labels={changeLabels[entity]}
            />
          </>
        )}
      </div>
    </li>
  )
}

const answerFields = new Set(Object.values(purposeWords).flatMap(({ title }) => [title, `${title}, child`]))
const isAnswer = (field: string) => answerFields.has(field)

/** What the adult and the child answered, by purpose. */
function Answers({ changes }: Pick<StudentChange, 'changes'>) {
  const answers = answersOfChange(changes)
  if (answers.length === 0) return null
  const hasChild = answers.some(({ child }) => child)
  const who = changes.find(({ field }) => field === 'given_by')?.to
  return (
    <table className={`el-ui ${classes.answers}`} aria-label="Answers">
      <thead className="el-sm el-ink-3">
        <tr>
          <th scope="col">Purpose</th>
          <th scope="col">{who}</th>
          {hasChild && <th scope="col">Child</th>}
        </tr>
      </thead>
      <tbody>
        {answers.map(({ purpose, adult, child }) => (
          <tr key={purpose}>
            <th scope="row">{purposeWords[purpose].title}</th>
            <td>{adult}</td>
            {hasChild && <td>{child}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
