import * as z from 'zod';

/** The to-do list of a long task, as the agent keeps it and the panel shows it. */
export const TaskListSchema = z
  .array(
    z.strictObject({
      text: z.string().min(1).max(200),
      state: z.enum(['open', 'working', 'done', 'dropped']),
    }),
  )
  .max(30);
export type TaskList = z.infer<typeof TaskListSchema>;

/** `artifact` of the ToolMessage of `set_plan` and `update_plan`, so that the card of an old thread is drawn again. */
export const TasksArtifactSchema = z.strictObject({ kind: z.literal('tasks'), tasks: TaskListSchema });
