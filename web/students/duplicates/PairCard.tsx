import { Box, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { type DuplicatePair, pairAnswers, type PairedStudent } from '#contract/students/duplicates.ts'
import { formatDateTime } from '../../ui/formatDate.ts'
import { Message } from '../../ui/Message.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { ProfileLink } from '../studentColumns.tsx'
import { StudentPicture } from '../files/StudentPicture.tsx'
import { StudentStatusBadge } from '../StudentStatusBadge.tsx'
import { comparePair, type Detail, differenceOf, proposeKept } from './comparePair.ts'
import { type Answering, pairKey } from './duplicateApi.ts'
import classes from './PairCard.module.css'
import { SameChild } from './SameChild.tsx'

/** The pair whose comparison is open, perhaps to be answered with 'Same child'. */
export type OpenPair = { key: string; isSame: boolean }

type PairCardProps = {
  pair: DuplicatePair
  open: OpenPair | undefined
  onOpen: (open: OpenPair | undefined) => void
  onAnswer: (answering: Answering) => void
  error: string | undefined
}

/** Two students who may be the same child, and the possible answers. */
export function PairCard({ pair, open, onOpen, onAnswer, error }: PairCardProps) {
  const { first, second, answer } = pair
  const title = useId()
  const key = pairKey(pair)
  const isOpen = open?.key === key
  const isSame = isOpen && open.isSame
  const [kept, setKept] = useState(() => proposeKept(pair))
  const same = useRef<HTMLButtonElement>(null)
  const closed = kept.id === first.id ? second : first
  return (
    <article className={classes.pair} data-open={isOpen} aria-labelledby={title}>
      <div className={classes.head}>
        {!isOpen && (
          <span className={classes.pictures}>
            <StudentPicture student={first} />
            <StudentPicture student={second} />
          </span>
        )}
        <div className={classes.who}>
          <Box component="h2" id={title} className="el-strong el-break" fz="body" lh="1.375rem">
            {first.name} <Ref>{`${first.ref} and`}</Ref> {second.name} <Ref>{second.ref}</Ref>
          </Box>
          <p className="el-sm el-ink-2">
            {answer ? `${answer.by}, ${formatDateTime(answer.at)}` : differenceOf(pair)}
          </p>
        </div>
        <Group className={classes.answers ?? ''} gap="s2">
          <Button
            variant="subtle"
            className={classes.compare ?? ''}
            leftSection={<IconChevronDown size={18} aria-hidden />}
            aria-expanded={isOpen}
            aria-describedby={title}
            onClick={() => onOpen(isOpen ? undefined : { key, isSame: false })}
          >
            Compare
          </Button>
          {answer ? (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              aria-describedby={title}
              onClick={() => onAnswer({ pair, form: undefined })}
            >
              Undo
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                aria-describedby={title}
                onClick={() => onAnswer({ pair, form: { answer: 'different' } })}
              >
                {pairAnswers.different}
              </Button>
              <Button
                ref={same}
                variant="default"
                {...(isSame && {
                  bd: '1px solid var(--el-primary)',
                  bg: 'var(--el-primary-soft)',
                  c: 'var(--el-primary-ink)',
                  leftSection: <IconCheck size={18} aria-hidden />,
                })}
                aria-expanded={isSame}
                aria-describedby={title}
                onClick={() => onOpen(isSame ? undefined : { key, isSame: true })}
              >
                {pairAnswers.same}
              </Button>
            </>
          )}
        </Group>
      </div>
      {error && (
        <Box p="0 16px 14px">
          <Message tone="bad">{error}</Message>
        </Box>
      )}
      {isOpen && <Comparison pair={pair} kept={isSame ? kept : undefined} onKeep={setKept} />}
      {isSame && (
        <SameChild
          key={kept.id}
          kept={kept}
          closed={closed}
          onAnswer={(close) => onAnswer({ pair, form: { answer: 'same', close } })}
          onCancel={() => {
            onOpen(undefined)
            same.current?.focus()
          }}
        />
      )}
    </article>
  )
}

const Ref = ({ children }: { children: string }) => (
  <Text span inherit className="el-numbers el-clip" fz="ui" fw={400} c="dimmed">
    {children}
  </Text>
)

type ComparisonProps = {
  pair: DuplicatePair
  /** The record to use from now on, if the user has to choose it. */
  kept: PairedStudent | undefined
  onKeep: (student: PairedStudent) => void
}

function Comparison({ pair, kept, onKeep }: ComparisonProps) {
  const group = useId()
  const students = [pair.first, pair.second]
  return (
    <Table className={`el-ui ${classes.table}`} layout="fixed">
      <thead>
        <Row label="Detail" look="head">
          {students.map((student) => (
            <th key={student.id} scope="col">
              <Group gap="8px 12px">
                <Box visibleFrom="sm">
                  <StudentPicture student={student} />
                </Box>
                <Box flex="1 1 80px">
                  <ProfileLink student={student} from="duplicates" />
                  <Box component="span" className="el-numbers" display="block" c="dimmed">
                    {student.ref}
                  </Box>
                </Box>
                <StudentStatusBadge status={student.status} />
              </Group>
            </th>
          ))}
        </Row>
      </thead>
      <tbody>
        {comparePair(pair).map((detail) => (
          <DetailRow key={detail.label} {...detail} />
        ))}
        {kept && (
          <Row label={<strong className="el-strong">Use from now on</strong>} look="choice">
            {students.map((student) => (
              <td key={student.id}>
                <Group
                  component="label"
                  className="el-strong"
                  gap={10}
                  mih="var(--el-finger)"
                  style={{ cursor: 'pointer' }}
                >
                  <input
                    type="radio"
                    name={group}
                    checked={student.id === kept.id}
                    onChange={() => onKeep(student)}
                  />
                  {student.ref}
                </Group>
              </td>
            ))}
          </Row>
        )}
      </tbody>
    </Table>
  )
}

const DetailRow = ({ label, values, differs }: Detail) => (
  <Row
    label={
      <Group justify="space-between" gap="0 8px">
        {label}{' '}
        {differs && (
          <Text span className="el-cap el-strong" c="var(--el-amber)">
            differs
          </Text>
        )}
      </Group>
    }
    look={differs ? 'differs' : undefined}
  >
    {values.map((value, index) => (
      <td key={index === 0 ? 'first' : 'second'}>{value}</td>
    ))}
  </Row>
)

type RowProps = { label: ReactNode; look?: 'head' | 'differs' | 'choice' | undefined; children: ReactNode }

/** A row with its label; on a phone the label has a row of its own. */
const Row = ({ label, look, children }: RowProps) => {
  const isPhone = useIsPhone()
  if (!isPhone)
    return (
      <tr data-look={look}>
        <th scope="row" className="el-ink-2">
          {look === 'head' ? <VisuallyHidden>{label}</VisuallyHidden> : label}
        </th>
        {children}
      </tr>
    )
  return (
    <>
      {look !== 'head' && (
        <tr data-look={look}>
          <th scope="rowgroup" className="el-ink-2" colSpan={2}>
            {label}
          </th>
        </tr>
      )}
      <tr data-look={look}>{children}</tr>
    </>
  )
}
