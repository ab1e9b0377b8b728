import { Message } from '../Message.tsx'
import classes from './SavingNotice.module.css'

type SavingNoticeProps = { notice: { tone: 'bad' | 'good'; text: string } | undefined }

export function SavingNotice({ notice }: SavingNoticeProps) {
  if (!notice) return null
  return (
    <div className={classes.notice}>
      <Message tone={notice.tone}>{notice.text}</Message>
    </div>
  )
}
