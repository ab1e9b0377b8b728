import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type SchoolForm, schoolMessages } from '#contract/schools.ts'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { clustersQuery } from './schoolApi.ts'

/** The form as it is typed: a select box knows a cluster by its id as text. */
export type SchoolFieldValues = Record<keyof SchoolForm, string>

export function SchoolFields({ form }: { form: UseFormReturnType<SchoolFieldValues> }) {
  const { data: clusters, error } = useQuery(clustersQuery)
  const choices = (clusters ?? []).map(({ id, cluster_name }) => ({ value: String(id), label: cluster_name }))
  const fields: Record<keyof SchoolForm, ReactNode> = {
    school: <TextInput label="School" autoComplete="off" {...form.getInputProps('school')} />,
    cluster_id: (
      <SelectBox
        label="Cluster"
        placeholder={schoolMessages.selectCluster}
        data={choices}
        description={clusters?.length === 0 && 'There is no cluster yet. Add one first, with Add Cluster.'}
        {...form.getInputProps('cluster_id')}
        {...(error && { error: error.message })}
      />
    ),
  }
  return (
    <>
      {fields.school}
      {fields.cluster_id}
    </>
  )
}
