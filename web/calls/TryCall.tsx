import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { AN_ERROR_OCCURRED } from '#contract/base/call.ts'
import type { AllCalls } from '#contract/calls.ts'
import { call as makeCall } from '../ui/call.ts'
import { HttpError } from '../ui/http.ts'
import classes from './CallsPanel.module.css'
import { type DescribedCall, fileFieldsOf, jsonOf, sampleOf, type Schemas, shapeOf } from './description.ts'

type Outcome = { words: string; json?: unknown }

/** Makes a call with the user's session. `call` sends cookie, marker and token, as for every screen. */
export function TryCall({ call, schemas }: { call: DescribedCall; schemas: Schemas }) {
  const { method, path, parameters, requestBody, responses } = call
  const takes = jsonOf(requestBody?.content)
  const fileFields = fileFieldsOf(call)
  const isFile = method === 'GET' && '200' in responses && !responses['200']?.content
  const [wrong, setWrong] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const valuesIn = (place: string) =>
      Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === place)
          .map(({ name }) => [name, textOf(typed, `${place} ${name}`)]),
      )
    const [params, query] = [valuesIn('path'), valuesIn('query')]
    const body = takes && parsed(textOf(typed, 'body') ?? '')
    setWrong(body instanceof Error ? 'This is not JSON' : '')
    if (body instanceof Error) return
    if (isFile) {
      window.open(addressOf(path, params, query), '_blank', 'noopener')
      return
    }
    const chosen = fileFields.map((field) => [field, typed.get(field)] as const)
    const files = Object.fromEntries(chosen.filter(([, file]) => file instanceof File && file.size > 0))
    const given = { params, query, body, ...(Object.keys(files).length > 0 && { files }) }
    setIsSending(true)
    setOutcome(await outcomeOf(nameOf(method, path), given))
    setIsSending(false)
  }
  return (
    <form aria-label={`Try ${method} ${path}`} onSubmit={(event) => void submit(event)}>
      <Stack gap="s3" maw={640}>
        <h3>Try it</h3>
        {parameters.map(({ in: place, name, required = false, schema }) => (
          <TextInput
            key={`${place} ${name}`}
            name={`${place} ${name}`}
            label={name}
            description={shapeOf(schema, schemas)}
            required={required}
            autoComplete="off"
          />
        ))}
        {takes && (
          <Textarea
            name="body"
            label="JSON"
            classNames={{ input: classes.json ?? '' }}
            rows={8}
            spellCheck={false}
            error={wrong}
            defaultValue={JSON.stringify(sampleOf(takes, schemas), null, 2)}
          />
        )}
        {fileFields.map((field) => (
          <TextInput key={field} type="file" name={field} label={field} />
        ))}
        <Button type="submit" variant="default" mr="auto" disabled={isSending}>
          {isFile ? 'Open' : isSending ? 'Sending …' : 'Send'}
        </Button>
        <output>
          {outcome && (
            <>
              <p>{outcome.words}</p>
              {outcome.json !== undefined && (
                <pre className={classes.code}>{JSON.stringify(outcome.json, null, 2)}</pre>
              )}
            </>
          )}
        </output>
      </Stack>
    </form>
  )
}

/** Empty fields are not sent. */
function textOf(typed: FormData, field: string): string | undefined {
  const text = typed.get(field)
  return typeof text === 'string' && text !== '' ? text : undefined
}

function parsed(text: string): object | Error {
  try {
    return JSON.parse(text) as object
  } catch (error) {
    return error as Error
  }
}

type Values = Record<string, string | undefined>

function addressOf(path: string, params: Values, query: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return `${filled}?${new URLSearchParams(given)}`
}

/** The description lists every call of the contract, so the name always exists there. */
const nameOf = (method: string, path: string) =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}` as keyof AllCalls

async function outcomeOf(name: keyof AllCalls, given: object): Promise<Outcome> {
  try {
    return { words: 'Answered', json: await makeCall(name, given as never) }
  } catch (error) {
    if (!(error instanceof HttpError)) return { words: AN_ERROR_OCCURRED }
    const { status, body } = error
    return status ? { words: `Refused with ${status}`, json: body } : { words: body.message }
  }
}
