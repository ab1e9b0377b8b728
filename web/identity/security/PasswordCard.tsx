import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { ownPasswordForm } from '#contract/identity/account.ts'
import { PasswordField } from '../signIn/PasswordField.tsx'
import { call } from '../../ui/call.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useSecurityChange } from '../accountApi.ts'
import classes from './security.module.css'

/** Changing one's own password. */
export function PasswordCard() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={`el-card ${classes.side}`} aria-labelledby="password">
      <h2 id="password" className="el-h3">
        Password
      </h2>
      <p className="el-ui el-ink-2">A new one ends your other sessions.</p>
      <Button
        variant="default"
        fullWidth
        mt={16}
        leftSection={<IconKey size={18} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Change password
      </Button>
      {isOpen && <PasswordModal onClose={() => setIsOpen(false)} />}
    </section>
  )
}

const none = { old_password: '', password: '', c_password: '' }

function PasswordModal({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useSecurityChange((body: typeof none) =>
    call('POST /api/account/password', { body }),
  )
  return (
    <FormModal
      title="Change Password"
      initialValues={none}
      schema={ownPasswordForm}
      save={(form) => mutateAsync(form)}
      onSaved={() => undefined}
      onClose={onClose}
    >
      {(form) => (
        <>
          <PasswordField
            label="Present password"
            autoComplete="current-password"
            {...form.getInputProps('old_password')}
          />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            {...form.getInputProps('c_password')}
          />
        </>
      )}
    </FormModal>
  )
}
