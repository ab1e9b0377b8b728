import { Box, Button, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowRight, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import {
  type NotificationPreview,
  type NotificationRow,
  notificationMessages,
  termName,
} from '#contract/notifications.ts'
import { StudentPicture } from '../students/files/StudentPicture.tsx'
import { verb } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useMore } from '../ui/list/useMore.tsx'
import frame from '../ui/modal/ModalFrame.module.css'
import { focusOnMount } from '../ui/modal/focusOnMount.ts'
import { ModalFrame, SavingNotice } from '../ui/modal/ModalFrame.tsx'
import type { ModalLife } from '../ui/modal/useModalLife.ts'
import { byReason, leftOutReasons, reasonText } from './leftOut.ts'
import classes from './Send.module.css'
import { countsOf, inWords } from './sendWords.ts'

type NothingToSendProps = ComponentProps<typeof SavingNotice> & {
  life: ModalLife
  row: NotificationRow
  preview: NotificationPreview | undefined
  /** Why there is no preview. */
  children: ReactNode
}

const AT_FIRST = 6

/** The approved records of a term of which none can be sent: why, whose they are, and what this user can do about it. */
export function NothingToSend({ life, row, preview, notice, children }: NothingToSendProps) {
  const left_out = preview?.left_out ?? []
  const { role } = useSessionUser()
  const reasons = byReason(left_out)
  const [largest, ...others] = reasons
  const [names, more] = useMore(largest?.students ?? [], { first: AT_FIRST })
  const fixable = reasons.find(({ reason }) => leftOutReasons[reason].mayFix(role))
  const approved = countsOf(left_out)
  return (
    <ModalFrame life={life} title={notificationMessages.send} subtitle={termName(row)} shape="question">
      <div className={frame.body}>
        <SavingNotice notice={notice} />
        {children}
        {!preview && !children && <VisuallyHidden component="output">Loading the students</VisuallyHidden>}
        {preview && (
          <Text className="el-strong" fz="1.125rem" lh="1.5625rem">
            {largest
              ? `Nothing can be sent: ${reasonText(largest.reason, largest.students)}.`
              : 'Nothing is left to send.'}
          </Text>
        )}
        {largest && (
          <p className="el-ink-2">
            {inWords(approved)} {verb(approved.reports + approved.receipts, 'is')} approved.
            {others.map(({ reason, students }) => ` ${reasonText(reason, students)}.`)}
          </p>
        )}
        {names.length > 0 && (
          <ul className={`el-ruled ${classes.students}`}>
            {names.map((student) => (
              <li key={student.id} className="el-row">
                <StudentPicture student={student} />
                <div>
                  <p className="el-strong">{student.name}</p>
                  <p className="el-sm el-ink-2">{student.school}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
        {more && (
          <Box className="el-line" ta="center">
            {more}
          </Box>
        )}
      </div>
      <div className={frame.foot}>
        {fixable ? (
          <Button
            // It replaces Close, which has the focus while the students are loaded.
            ref={focusOnMount}
            leftSection={
              fixable.reason === 'noSupporter' ? (
                <IconUserPlus size={18} aria-hidden />
              ) : (
                <IconArrowRight size={18} aria-hidden />
              )
            }
            renderRoot={(props) => (
              <Link
                to="/dashboard"
                search={leftOutReasons[fixable.reason].search(row, fixable.students)}
                {...props}
              />
            )}
          >
            {leftOutReasons[fixable.reason].fix}
          </Button>
        ) : (
          <Button variant="default" onClick={life.close}>
            Close
          </Button>
        )}
      </div>
    </ModalFrame>
  )
}
