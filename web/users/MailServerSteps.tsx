import { Button } from '@mantine/core'
import frame from '../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../ui/modal/useModalLife.ts'
import classes from './MailServerSteps.module.css'

/** How to set the mail server, for users who can change the server's settings. */
export function MailServerSteps({ onClose }: { onClose: () => void }) {
  const life = useModalLife(onClose)
  return (
    <ModalFrame life={life} title="Set the mail server" shape="narrow">
      <div className={frame.body}>
        <ol className={classes.steps}>
          <li>
            On the server, open the file <code>.env</code> beside <code>package.json</code>.
          </li>
          <li>
            Write a line with the address of your mail server:{' '}
            <code>SMTP_URL=smtp://user:password@host:587</code>
          </li>
          <li>Start Elimu again. It then sends the letters that wait.</li>
        </ol>
        <p className={`${classes.where} el-ink-2`}>
          The section <em>Mail</em> of <code>docs/operating.md</code> describes the forms of the address.
        </p>
      </div>
      <div className={frame.foot}>
        <Button onClick={life.close}>Close</Button>
      </div>
    </ModalFrame>
  )
}
