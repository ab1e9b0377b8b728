import { Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DoubtfulClass } from '#contract/lookups.ts'
import { canSetCurriculum } from '#contract/permissions.ts'
import { Message } from '../ui/Message.tsx'
import { plural } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { doubtfulClassesQuery, lookupsQuery, setCurriculum } from './lookupApi.ts'

/** The ids of the classes that the user left unchanged, which this browser does not ask about again. */
const LEFT = 'elimu.classesLeft'
const leftBefore = () => (localStorage.getItem(LEFT) ?? '').split(',').map(Number)

/** Asks an administrator about classes whose names suggest another curriculum, such as an 8-4-4 `Grade 10`. */
export function DoubtfulClasses() {
  const { role } = useSessionUser()
  const { data = [] } = useQuery({ ...doubtfulClassesQuery, enabled: canSetCurriculum(role) })
  const [left, setLeft] = useState(leftBefore)
  const leave = (id: number) => {
    const now = [...left, id]
    localStorage.setItem(LEFT, now.join(','))
    setLeft(now)
  }
  const asked = data.filter(({ id }) => !left.includes(id))
  if (asked.length === 0) return null
  return (
    <Stack gap="s2" mb="s4" data-screen-only>
      {asked.map((doubtful) => (
        <Doubt key={doubtful.id} doubtful={doubtful} onLeave={() => leave(doubtful.id)} />
      ))}
    </Stack>
  )
}

function Doubt({ doubtful, onLeave }: { doubtful: DoubtfulClass; onLeave: () => void }) {
  const { id, class_name, curriculum, proposed, reports } = doubtful
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => setCurriculum(id, proposed),
    // Also after a refusal, because the class may have its first report card by now.
    onSettled: () => client.invalidateQueries({ queryKey: lookupsQuery('classes').queryKey }),
  })
  const isUsed = reports > 0
  const buttons = (
    <>
      {!isUsed && (
        <Button disabled={isPending} onClick={() => mutate()}>
          {isPending ? 'Saving …' : `Make it ${proposed}`}
        </Button>
      )}
      <Button variant="default" disabled={isPending} onClick={onLeave}>
        {isUsed ? 'I know' : `Leave it ${curriculum}`}
      </Button>
    </>
  )
  const what = isUsed
    ? `Its name suggests ${proposed}, but it has ${plural(reports, 'report card')} and stays as it is. For ${proposed}, add a class of another name.`
    : `Its name suggests ${proposed}.`
  if (error && !isUsed)
    return (
      <Message tone="bad" action={buttons}>
        {error.message}
      </Message>
    )
  return (
    <Message tone="note" action={buttons}>
      The class {class_name} is {curriculum}. {what}
    </Message>
  )
}
