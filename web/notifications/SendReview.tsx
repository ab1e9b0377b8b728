import { Button, Text, VisuallyHidden } from '@mantine/core'
import { IconClock, IconSend } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, type Ref, useDeferredValue, useMemo, useState } from 'react'
import { isFound, listSearch, searchText } from '#contract/base/lists.ts'
import type { NotificationPreview } from '#contract/notifications.ts'
import { money, sumOf } from '../ui/amounts.ts'
import { Message } from '../ui/Message.tsx'
import frame from '../ui/modal/ModalFrame.module.css'
import { SavingNotice } from '../ui/modal/ModalFrame.tsx'
import { listOf, plural } from '../ui/plural.ts'
import { useIsWithoutMail } from '../users/MailServerNote.tsx'
import { NotSent } from './NotSent.tsx'
import { timeOf } from './notificationApi.ts'
import { type LetterRow, SendPanes } from './SendPanes.tsx'
import { countsOf, lead } from './sendWords.ts'

type Addressed = NotificationPreview['letters'][number]

type SendReviewProps = Pick<ComponentProps<typeof SendPanes>, 'chosen' | 'onChoose'> &
  Pick<ComponentProps<typeof NotSent>, 'time' | 'onVerify'> &
  ComponentProps<typeof SavingNotice> & {
    preview: NotificationPreview | undefined
    isSaving: boolean
    primary: Ref<HTMLButtonElement>
    onSend: () => void
    onClose: () => void
    /** Why there is no preview. */
    children: ReactNode
  }

/** What a send would do: a sentence, what is not sent and why, and the letters. */
export function SendReview(props: SendReviewProps) {
  const { preview, time, notice, isSaving, primary, onVerify, onSend, onClose, children, ...open } = props
  const isWithoutMail = useIsWithoutMail()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const rows = useMemo(() => {
    const asked = listSearch(wanted)
    const letters = preview?.letters.filter((letter) => isFound(textOf(letter), asked))
    return letters?.map((letter) => rowOf(letter, time))
  }, [preview, time, wanted])
  return (
    <>
      <SendPanes
        {...open}
        title="Who gets a letter"
        hint={rows?.length}
        rows={rows}
        search={search}
        onSearch={setSearch}
      >
        <SavingNotice notice={notice} />
        {children}
        {!preview && !children && <VisuallyHidden component="output">Loading the letters</VisuallyHidden>}
        {isWithoutMail && (
          <Message tone="note" icon={IconClock} hasSpaceBelow>
            You can send now. Elimu sends the letters once the mail server is set up.
          </Message>
        )}
        {preview && (
          <>
            <Text className="el-strong" fz="1.125rem" lh="1.5625rem" mb={12}>
              {lead(preview)}
            </Text>
            <NotSent preview={preview} time={time} onVerify={onVerify} />
          </>
        )}
      </SendPanes>
      <div className={frame.foot}>
        <span className={`el-sm el-ink-2 el-hidden-tablet ${frame.hint}`}>
          The rest can be sent later; nothing is sent twice.
        </span>
        <Button variant="default" disabled={isSaving} onClick={onClose}>
          Cancel
        </Button>
        {preview && (
          <Button
            ref={primary}
            leftSection={<IconSend size={18} aria-hidden />}
            disabled={isSaving}
            onClick={onSend}
          >
            Send {plural(preview.letters.length, 'letter')}
          </Button>
        )}
      </div>
    </>
  )
}

const textOf = ({ name, email, students }: Addressed) =>
  searchText([name, ...students.map((student) => student.name)], [email, ...students.map(({ ref }) => ref)])

/** Two students are named, more are counted. */
function rowOf({ supporter_id, name, email, students }: Addressed, time: SendReviewProps['time']): LetterRow {
  const { reports, receipts } = countsOf(students)
  const cost = sumOf(students.map((student) => student.cost))
  return {
    supporter_id,
    name,
    email,
    about:
      students.length > 2
        ? plural(students.length, 'student')
        : listOf(students.map((student) => student.name)),
    aside: (
      <>
        {plural(reports + receipts, 'PDF')}
        {receipts > 0 && (
          <>
            <br />
            KES&nbsp;{money(cost)}
          </>
        )}
      </>
    ),
    of: { time: timeOf(time), supporter_id },
  }
}
