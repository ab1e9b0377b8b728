import { Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { focusOnMount } from '../../ui/modal/focusOnMount.ts'
import { PrintButton, PrintSheet } from '../../ui/print/PrintSheet.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { CopyButton } from '../../ui/export/CopyButton.tsx'
import classes from './setup.module.css'

/** The ten codes, shown once, to print or to copy. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { name } = useSessionUser()
  return (
    <>
      <div className={classes.part}>
        <h2 ref={focusOnMount} className="el-h2" tabIndex={-1}>
          Your recovery codes
        </h2>
        <p className="el-ink-2">
          If you lose your phone, one of these signs you in instead. Each works once.
        </p>
        <CodeList codes={codes} />
        <Group gap="s2" mt={16}>
          <PrintButton />
          <CopyButton text={codes.join('\n')} />
        </Group>
        <p className={classes.note}>
          <IconAlertTriangle size={18} aria-hidden />
          <span>
            <b>You will not see these codes again.</b> Print them, or copy them to a safe place that is not on
            your phone.
          </span>
        </p>
      </div>
      <div className={classes.foot}>
        <Button leftSection={<IconCheck size={18} aria-hidden />} onClick={onDone}>
          I have stored them
        </Button>
      </div>
      <PrintSheet
        title="Recovery codes"
        lines={[name, 'Each code signs you in once. Store this page safely.']}
      >
        {() => <CodeList codes={codes} />}
      </PrintSheet>
    </>
  )
}

const CodeList = ({ codes }: { codes: string[] }) => (
  <ol className={classes.codes}>
    {codes.map((code) => (
      <li key={code}>
        <code>{code}</code>
      </li>
    ))}
  </ol>
)
