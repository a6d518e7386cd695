/** Switches of LangChain that send every prompt to a tracing service. */
const SWITCHES = [
  'LANGSMITH_TRACING',
  'LANGSMITH_TRACING_V2',
  'LANGCHAIN_TRACING',
  'LANGCHAIN_TRACING_V2',
  'LANGCHAIN_VERBOSE',
];

/**
 * A person who traces their own LangChain programs has these set in their shell. Here they would send the pages they
 * look at to a third party, so they are removed from this process.
 */
export function keepTracesHome(env: NodeJS.ProcessEnv): void {
  for (const name of SWITCHES) delete env[name];
}
