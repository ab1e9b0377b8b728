import { Box, Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type LookupKind, lookups } from '#contract/lookups.ts'
import { addLookup } from '../../../lookups/lookupApi.ts'
import { lookupForm } from '../../../lookups/lookupForm.ts'
import { Message } from '../../../ui/Message.tsx'
import { newIdempotencyKey } from '../../../ui/modal/idempotencyKey.ts'

const kinds: Partial<Record<string, LookupKind>> = {
  year: 'years',
  term: 'terms',
  class: 'classes',
  subject: 'subjects',
}

/** Adds years, terms, classes or subjects of the sheet that mean none of the registered ones. */
export function AddLookups({ field, names }: { field: string; names: string[] }) {
  const kind = kinds[field]
  const client = useQueryClient()
  const adding = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      if (!kind) return
      for (const name of names) {
        const { data, error } = lookupForm(kind).safeParse({ [lookups[kind].field]: name })
        if (error) throw new Error(`${name}: ${error.issues[0]?.message}`)
        await addLookup(kind, data, { idempotencyKey: newIdempotencyKey() })
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['lookups', kind] }),
  })
  if (!kind || names.length === 0) return null
  const { entity } = lookups[kind]
  return (
    <Box mt={10}>
      {adding.error && <Message tone="bad">{adding.error.message}</Message>}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={adding.isPending}
        onClick={() => adding.mutate()}
      >
        {names.length === 1 ? `Add the ${entity} ${names[0]}` : `Add these ${names.length} ${kind}`}
      </Button>
      <Text size="sm" c="gray" mt={4}>
        Saved at once. An undo of the import leaves {names.length === 1 ? 'it' : 'them'}.
      </Text>
    </Box>
  )
}
