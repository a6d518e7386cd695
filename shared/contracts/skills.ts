import * as z from 'zod';
import { LIMITS } from './limits.ts';

export const SkillNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Small letters, digits and hyphens, at most 40.');

/** What stands in the front matter of a SKILL.md. */
export const SkillFrontSchema = z.strictObject({
  name: SkillNameSchema,
  description: z.string().min(1).max(500),
  /** The only tools that a run of it has; `page_tools` stands for those of the page in front. */
  tools: z.array(z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)).max(40),
  /** What the offline model does instead: one of its direct commands. `{text}` is what the person wrote. */
  offline: z.string().min(1).max(500).optional(),
});

/** A skill: instructions that the person chooses for one message, and the tools that they may use. */
export const SkillSchema = z.strictObject({
  ...SkillFrontSchema.shape,
  instructions: z.string().min(1).max(LIMITS.skill),
  source: z.enum(['shipped', 'own']),
});
export type Skill = z.infer<typeof SkillSchema>;

/** `POST /api/skills/list`. */
export const SkillsResponseSchema = z.strictObject({
  skills: z.array(SkillSchema).max(200),
  /** SKILL.md files that could not be read: `file` from the skills folder on, `line` from 1. */
  problems: z
    .array(z.strictObject({ file: z.string().max(300), line: z.int().min(1), message: z.string().max(1_000) }))
    .max(200),
});
export type SkillList = z.infer<typeof SkillsResponseSchema>;
