import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconFileText } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { firstNotice } from '#contract/privacy/firstNotice.ts'
import { type Notice, type NoticeForm, noticeForm } from '#contract/privacy/notice.ts'
import { call } from '../../ui/call.ts'
import { charity } from '../../ui/charity.ts'
import { useToday } from '../../ui/form/FormFields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { Message } from '../../ui/Message.tsx'
import { gateQuery } from '../consents/consentApi.ts'
import { periodQuery } from '../retention/periodQuery.ts'
import classes from './notice.module.css'
import { noticeQuery } from './noticeApi.ts'

type NoticeModalProps = { notice: Notice | null; versions: string[]; onClose: () => void }

/** Writes a version of the notice, beginning with the text of the newest one. */
export function NoticeModal({ notice, versions, onClose }: NoticeModalProps) {
  const client = useQueryClient()
  const today = useToday()
  const seenOf = ({ version }: NoticeForm) =>
    version === notice?.version ? notice.saved_at : versions.includes(version) ? undefined : null
  return (
    <FormModal
      title="New Version of the Privacy Notice"
      shape="large"
      initialValues={{
        version: versions.includes(today) ? '' : today,
        en: notice?.en ?? '',
        sw: notice?.sw ?? '',
      }}
      schema={noticeForm}
      verb="Save Notice"
      save={(form) => call('PUT /api/privacy/notice', { body: { ...form, seen: seenOf(form) } })}
      onSaved={() => void client.invalidateQueries({ queryKey: noticeQuery.queryKey })}
      onClose={onClose}
    >
      {(form) => (
        <Stack gap={14}>
          <DraftOffer form={form} />
          <TextInput
            label="Version"
            description="A date or a number. Once a consent names it, its text stays as it is."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            maw={360}
            {...form.getInputProps('version')}
          />
          <div className={classes.texts}>
            <Textarea label="English" rows={16} {...form.getInputProps('en')} />
            <Textarea label="Swahili" rows={16} lang="sw" {...form.getInputProps('sw')} />
          </div>
        </Stack>
      )}
    </FormModal>
  )
}

/** A first text, while nothing is written. It is stored only if somebody saves it. */
function DraftOffer({ form }: { form: UseFormReturnType<NoticeForm> }) {
  const gate = useQuery(gateQuery)
  const period = useQuery(periodQuery)
  if (form.values.en !== '' || form.values.sw !== '') return null
  const contact = gate.data?.contact ?? null
  const facts = { charity: charity.name, contact, years: period.data?.years ?? null }
  return (
    <Message
      tone="note"
      action={
        <Button
          variant="default"
          leftSection={<IconFileText size={18} aria-hidden />}
          loading={gate.isPending || period.isPending}
          onClick={() => form.setValues(firstNotice(facts))}
        >
          Use the draft
        </Button>
      }
    >
      Elimu has a draft in English and Swahili to begin with. Read it, complete it, and have the Swahili read
      by a native speaker.
      {contact === null &&
        !gate.isPending &&
        ' Add your address and telephone under Contact and Mawasiliano.'}
    </Message>
  )
}
