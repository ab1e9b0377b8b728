import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import { Message } from '../ui/Message.tsx'
import classes from './LetterNotice.module.css'

/** What came of an action. A link stands here to be copied by hand where the browser would not do it. */
export type LetterNoticeState = { tone: 'good' | 'bad'; text: string } | { link: string; recipient: string }

export function LetterNotice({ notice }: { notice: LetterNoticeState }) {
  return (
    <div className={classes.notice}>
      {'link' in notice ? (
        <TextInput
          label={`The link of ${notice.recipient}`}
          inputWrapperOrder={['label', 'input', 'description']}
          description="Your browser did not allow copying. Copy it from here."
          readOnly
          ref={selectAtOnce}
          value={notice.link}
        />
      ) : (
        <Message tone={notice.tone}>{notice.text}</Message>
      )}
    </div>
  )
}

const selectAtOnce = (field: HTMLInputElement | null) => {
  field?.focus()
  field?.select()
}
