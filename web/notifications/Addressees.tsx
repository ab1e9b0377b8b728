import { Button, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconMail } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { containsAll, fold, searchWords } from '#contract/base/lists.ts'
import type { NotificationPreview } from '#contract/notifications.ts'
import { shillingsText, toCents } from '#contract/receipts.ts'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { plural } from '../ui/plural.ts'
import { useIsPhone } from '../ui/useIsPhone.ts'
import classes from './Send.module.css'
import { inWords } from './sendWords.ts'

type Addressed = NotificationPreview['letters'][number]
type AddresseesProps = {
  letters: Addressed[]
  /** The supporter whose letter is shown. */
  open: number | undefined
  onOpen: (supporter_id: number | undefined) => void
  /** The open letter, if it is shown below its row instead of beside the list. */
  inPlace: ReactNode
}

/** The number of letters rendered at first, because there may be thousands. */
const AT_ONCE = 100

/** The recipients, with the students and records in each letter. */
export function Addressees({ letters, open, onOpen, inPlace }: AddresseesProps) {
  const isPhone = useIsPhone()
  const [search, setSearch] = useState('')
  const [most, setMost] = useState(AT_ONCE)
  const wanted = useDeferredValue(search)
  const found = useMemo(() => {
    const words = searchWords(wanted)
    return letters.filter((letter) => containsAll(textOf(letter), words))
  }, [letters, wanted])
  const shown = { letters: found.slice(0, most), open, onOpen, inPlace }
  return (
    <section aria-labelledby="addressees">
      <div className={`el-wrap ${classes.head}`} style={{ marginBottom: 8 }}>
        <h3 id="addressees" className="el-h3" style={{ fontWeight: 700 }}>
          Who gets a letter
        </h3>
        <output className="el-ink-2">{plural(found.length, 'supporter')}</output>
        <SearchBox
          className={classes.search}
          search={search}
          onSearch={setSearch}
          label="Search by supporter or student"
        />
      </div>
      {found.length === 0 && <p>No recipient matches “{search.trim()}”.</p>}
      {found.length > 0 && (isPhone ? <Cards {...shown} /> : <Table {...shown} />)}
      {found.length > most && (
        <Button variant="subtle" onClick={() => setMost(most + AT_ONCE)}>
          Show more ({found.length - most})
        </Button>
      )}
    </section>
  )
}

const textOf = ({ name, email, students }: Addressed) =>
  fold([name, email, ...students.flatMap((student) => [student.name, student.ref])].join('\n'))

const moneyOf = (cost: number) => shillingsText(toCents(cost))

const Table = ({ letters, open, onOpen, inPlace }: AddresseesProps) => (
  <table className={`el-ui el-numbers ${classes.table}`} aria-label="Who gets a letter">
    <thead>
      <tr>
        <th scope="col">Supporter</th>
        <th scope="col">Student</th>
        <th scope="col" data-align="center">
          Report card
        </th>
        <th scope="col" data-align="right">
          Receipts
        </th>
        <th scope="col" data-align="right">
          KES
        </th>
      </tr>
    </thead>
    {letters.map(({ supporter_id, name, students }) => (
      <tbody key={supporter_id} data-open={supporter_id === open}>
        {students.map((student, line) => (
          <tr key={student.id}>
            {line === 0 && (
              <td rowSpan={students.length}>
                <button
                  type="button"
                  className={`el-plain ${classes.name}`}
                  aria-current={inPlace ? undefined : supporter_id === open}
                  aria-expanded={inPlace ? supporter_id === open : undefined}
                  onClick={() => onOpen(inPlace && supporter_id === open ? undefined : supporter_id)}
                >
                  {name}
                </button>
              </td>
            )}
            <td>{student.name}</td>
            <td data-align="center">
              {student.reports > 0 ? (
                <>
                  <IconCheck
                    size={18}
                    stroke={2}
                    style={{ color: 'var(--el-green)', verticalAlign: -4 }}
                    aria-hidden
                  />
                  <VisuallyHidden>Yes</VisuallyHidden>
                </>
              ) : (
                '–'
              )}
            </td>
            <td data-align="right">{student.receipts || '–'}</td>
            <td data-align="right">{student.receipts > 0 ? moneyOf(student.cost) : '–'}</td>
          </tr>
        ))}
        {inPlace && supporter_id === open && (
          <tr>
            <td colSpan={5}>{inPlace}</td>
          </tr>
        )}
      </tbody>
    ))}
  </table>
)

const Cards = ({ letters, open, onOpen, inPlace }: AddresseesProps) => (
  <ul className={`el-list el-stack ${classes.cards}`} aria-label="Who gets a letter">
    {letters.map(({ supporter_id, name, students }) => (
      <li key={supporter_id} className="el-card">
        <h4 className="el-strong">{name}</h4>
        <dl>
          {students.map((student) => (
            <div key={student.id} className={classes.row}>
              <dt className="el-medium">{student.name}</dt>
              <dd className="el-ink-2">
                {inWords(student)}
                {student.receipts > 0 && (
                  <strong className="el-strong" style={{ color: 'var(--el-ink)', whiteSpace: 'nowrap' }}>
                    KES {moneyOf(student.cost)}
                  </strong>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <button
          type="button"
          className="el-row el-link"
          aria-label={`${supporter_id === open ? 'Hide' : 'See'} the letter to ${name}`}
          onClick={() => onOpen(supporter_id === open ? undefined : supporter_id)}
        >
          <IconMail size={18} stroke={1.75} aria-hidden />
          {supporter_id === open ? 'Hide' : 'See'} the letter
        </button>
        {supporter_id === open && inPlace}
      </li>
    ))}
  </ul>
)
