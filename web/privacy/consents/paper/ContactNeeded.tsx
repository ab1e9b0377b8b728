import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ConsentGate, contactForm } from '#contract/privacy/consents.ts'
import { canSetConsentGate } from '#contract/permissions.ts'
import { call } from '../../../ui/call.ts'
import { zodResolver } from '../../../ui/form/zodResolver.ts'
import { fieldMessagesOf } from '../../../ui/http.ts'
import { Message } from '../../../ui/Message.tsx'
import { useSessionUser } from '../../../ui/sessionUser.ts'
import { gateQuery, useGateSaved } from '../consentApi.ts'

/** Shown while the forms have no contact with a telephone and an address: the field for it, or the roles that can set it. */
export function ContactNeeded() {
  const { role } = useSessionUser()
  const { data: gate } = useQuery(gateQuery)
  if (!canSetConsentGate(role))
    return (
      <Message tone="note">
        Each form says whom to call and where to write. Ask a director or an administrator to enter the
        contact under Consents.
      </Message>
    )
  return gate ? <ContactForm gate={gate} /> : null
}

function ContactForm({ gate: { mode, from, contact } }: { gate: ConsentGate }) {
  const onSaved = useGateSaved()
  const form = useForm({
    initialValues: { contact: contact ?? '' },
    validate: zodResolver(contactForm),
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (typed: { contact: string }) =>
      call('PUT /api/consents/gate', {
        body: { mode, from: from ?? '', ...typed },
        action: { verb: 'set the contact on printed forms' },
      }),
    onSuccess: onSaved,
    onError: (failure) => form.setErrors(fieldMessagesOf(failure)),
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => mutate(values))}>
      <Stack gap={14}>
        <Textarea
          rows={3}
          label="Contact on printed forms"
          description="Address and telephone of the charity. Each form says whom to call and where to write."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={isPending}
          data-autofocus
          {...form.getInputProps('contact')}
        />
        {error && !form.errors['contact'] && <Message tone="bad">{error.message}</Message>}
        <Group justify="flex-end">
          <Button type="submit" variant="default" disabled={isPending}>
            Save contact
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
